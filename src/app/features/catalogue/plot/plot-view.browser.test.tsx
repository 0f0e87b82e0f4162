import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { count, table } from '#app/features/catalogue/catalogue-page.test-support.ts'
import { expectAddress, goBack } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

test('plots price and context, filters by a selected area, and labels its axes', async () => {
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

  await page.getByRole('combobox', { name: 'X axis' }).selectOptions('month')
  await expectAddress(/axis=month/u)
  await expect.element(page.getByRole('img', { name: /models by cost per month/u })).toBeVisible()
})

test('clicking a point opens its model', async () => {
  await renderApp('/models?view=plot&q=anthropic/claude-sonnet-5&axis=output')
  const plot = page.getByRole('img', { name: /^1 models? by/u })
  await expect.element(plot).toBeVisible()
  // The legend below takes space from the plot.
  const makers = page.getByRole('list', { name: 'Makers in the plot' }).getByRole('listitem')
  await expect.element(makers).toHaveTextContent(/^Anthropic$/u)
  const { left, top, width, height } = plot.element().getBoundingClientRect()
  // The only model is near the lower left corner of the plot area.
  const position = { x: 52 + (width - 68) * 0.24, y: height - 42 - (height - 66) * 0.24 }
  // The right button opens the browser's context menu.
  for (const type of ['pointerdown', 'pointerup']) {
    const at = { clientX: left + position.x, clientY: top + position.y }
    plot.element().dispatchEvent(new PointerEvent(type, { button: 2, isPrimary: true, bubbles: true, ...at }))
  }
  await expectAddress(/view=plot/u)
  await plot.click({ position })
  await expectAddress('/models/anthropic/claude-sonnet-5')
})

test('plots chat models only, until all types are asked for or a type is chosen', async () => {
  await renderApp('/models?view=plot')
  const plot = page.getByRole('img', { name: /models by/u })
  const plotted = () => Number(/^[\d,]+/u.exec(plot.element().getAttribute('aria-label') ?? '')?.[0])
  await expect.element(plot).toBeVisible()
  await expect.element(page.getByText('Pareto front')).toBeVisible()
  const chats = plotted()
  const all = page.getByRole('checkbox', { name: /^All types/u })
  await all.click()
  await expect.poll(plotted).toBeGreaterThan(chats)
  const others = plotted() - chats
  await renderApp('/models?view=plot&type=image_generation,speech_to_text,text_to_speech,moderation')
  await expect.poll(() => plot.elements().length && plotted()).toBe(others)
  await expect.poll(() => all.elements().length).toBe(0)
})
