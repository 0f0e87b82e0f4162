import { expect } from '@playwright/test'
import { test } from './parley.ts'

test(
  'finds, opens, compares and tries models, each page at its own URL',
  { tag: '@phone' },
  async ({ page, parley }) => {
    const count = page.getByRole('status').filter({ hasText: /of [\d,]+ models/u })
    const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    await page.goto(`${parley.baseUrl}/models#key=${parley.key}`)
    await page.getByRole('searchbox', { name: 'Search models' }).fill('parley/')
    await expect(count).toHaveText(/^7 of/u)
    await expect(page).toHaveURL(/q=parley/u)
    await page.reload()
    await expect(count).toHaveText(/^7 of/u)

    const table = page.getByRole('table', { name: 'Models' })
    await table.getByRole('link', { name: 'Echo', exact: true }).click()
    await expect(title('Echo')).toBeVisible()
    await page.reload()
    await expect(title('Echo')).toBeVisible()
    await page.getByRole('button', { name: 'Add to comparison' }).click()
    await page.goBack()
    await expect(count).toHaveText(/^7 of/u)
    await table
      .getByRole('row', { name: /parley\/eliza/u })
      .getByRole('button', { name: 'Compare' })
      .click()
    await page.getByRole('link', { name: 'Compare 2 models' }).click()
    const columns = page.getByRole('region', { name: 'Comparison' }).getByRole('columnheader')
    await expect(columns).toHaveCount(3)
    await page.reload()
    await expect(columns).toHaveCount(3)

    await page.getByRole('link', { name: 'Try all in the playground' }).click()
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Good morning')
    await page.keyboard.press('Control+Enter')
    await expect(page.locator('article[data-state=done]')).toHaveCount(2)
  },
)

test('works with the keyboard only: search, rows, figures, page', async ({ page, parley }) => {
  const count = page.getByRole('status').filter({ hasText: /of [\d,]+ models/u })
  const focused = page.locator(':focus')
  await page.goto(`${parley.baseUrl}/models#key=${parley.key}`)
  await page.getByRole('searchbox', { name: 'Search models' }).focus()
  await page.keyboard.type('parley/')
  await expect(count).toHaveText(/^7 of/u)
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveRole('link')
  const first = await focused.textContent()
  await page.keyboard.press('ArrowDown')
  await expect(focused).not.toHaveText(first ?? '')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tooltip')).toHaveText(/^[\d,]+ tokens/u)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(focused).toHaveAccessibleName('Copy id')
  await page.keyboard.press('Home')
  await expect(focused).toHaveRole('link')
  const name = (await focused.textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(count).toHaveText(/^7 of/u)
})
