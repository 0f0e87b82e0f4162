import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { count, table } from '#app/features/catalogue/catalogue-page.test-support.ts'
import { expectAddress, goBack } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

test('plots price and context, filters by a frame drawn over it, and says what stands on its axes', async () => {
  await renderApp('/models?view=plot')
  const plot = page.getByRole('img', { name: /models by input price and context length/u })
  await expect.element(plot).toBeVisible()
  await expect.element(table).toBeVisible()
  const all = count.element().textContent
  const { width, height } = plot.element().getBoundingClientRect()
  await userEvent.dragAndDrop(plot, plot, {
    sourcePosition: { x: width * 0.3, y: 20 },
    targetPosition: { x: width * 0.6, y: height * 0.6 },
  })
  await expectAddress(/minContext=\d+/u)
  await expectAddress(/minInput=[\d.]+/u)
  await expectAddress(/maxInput=[\d.]+/u)
  await expect.element(count).not.toHaveTextContent(all)
  await goBack()
  await expect.element(count).toHaveTextContent(all)

  await page.getByRole('combobox', { name: 'Across' }).selectOptions('month')
  await expectAddress(/axis=month/u)
  await expect.element(page.getByRole('img', { name: /models by cost per month/u })).toBeVisible()
})

test('a press on a point opens its model', async () => {
  await renderApp('/models?view=plot&q=anthropic/claude-sonnet-5&axis=output')
  const plot = page.getByRole('img', { name: /^1 models? by/u })
  await expect.element(plot).toBeVisible()
  // The makers below it take room from the plot.
  const makers = page.getByRole('list', { name: 'Makers in the plot' }).getByRole('listitem')
  await expect.element(makers).toHaveTextContent(/^Anthropic$/u)
  const { left, top, width, height } = plot.element().getBoundingClientRect()
  // One model stands a fixed share from the frame's corner: a little to the right of its left edge, above its foot.
  const position = { x: 52 + (width - 68) * 0.24, y: height - 26 - (height - 36) * 0.24 }
  // The other button asks for the browser's own menu.
  for (const type of ['pointerdown', 'pointerup']) {
    const at = { clientX: left + position.x, clientY: top + position.y }
    plot.element().dispatchEvent(new PointerEvent(type, { button: 2, isPrimary: true, bubbles: true, ...at }))
  }
  await expectAddress(/view=plot/u)
  await plot.click({ position })
  await expectAddress('/models/anthropic/claude-sonnet-5')
})
