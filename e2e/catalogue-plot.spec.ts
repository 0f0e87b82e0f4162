import { expect } from '@playwright/test'
import { countOf, openCatalogue, tableOf } from './catalogue-page.ts'
import { test } from './parley.ts'

test('plots price and context, filters by a frame drawn over it, and opens what is pressed', async ({
  page,
  parley,
}) => {
  await openCatalogue(page, parley, '?view=plot')
  const plot = page.getByRole('img', { name: /models by input price and context length/u })
  await expect(plot).toBeVisible()
  await expect(tableOf(page)).toBeVisible()
  const all = await countOf(page).textContent()
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + box.width * 0.3, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/minContext=\d+/u)
  await expect(page).toHaveURL(/minInput=[\d.]+/u)
  await expect(page).toHaveURL(/maxInput=[\d.]+/u)
  await expect(countOf(page)).not.toHaveText(all ?? '')
  await page.goBack()
  await expect(countOf(page)).toHaveText(all ?? '')

  await page.getByRole('combobox', { name: 'Across' }).selectOption('month')
  await expect(page).toHaveURL(/axis=month/u)
  await page.reload()
  await expect(page.getByRole('img', { name: /models by cost per month/u })).toBeVisible()
})

test('a press on a point opens its model', async ({ page, parley }) => {
  await openCatalogue(page, parley, '?view=plot&q=anthropic/claude-sonnet-5&axis=output')
  const plot = page.getByRole('img', { name: /^1 models? by/u })
  await expect(plot).toBeVisible()
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // One model stands a fixed share from the frame's corner: a little to the right of its left edge, above its foot.
  const frame = { left: box.x + 52, width: box.width - 68, bottom: box.y + box.height - 26, height: box.height - 36 }
  const point = [frame.left + frame.width * 0.24, frame.bottom - frame.height * 0.24] as const
  await page.mouse.click(...point, { button: 'right' })
  await expect(page.getByText('anthropic/claude-sonnet-5', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL(/view=plot/u)
  await expect(page.getByRole('list', { name: 'Makers in the plot' }).getByRole('listitem')).toHaveText(['Anthropic'])
  await page.mouse.click(...point)
  await expect(page).toHaveURL(/\/models\/anthropic\/claude-sonnet-5/u)
})
