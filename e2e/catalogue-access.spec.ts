import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { countOf, firstNames, openCatalogue, publishedBy, tableOf } from './catalogue-page.ts'
import { messyModels, startListingEngine } from './listing-engine.ts'
import { startParley, test } from './parley.ts'

test('is walked by keyboard alone: search, rows, figures, page', async ({ page, parley }) => {
  await openCatalogue(page, parley)
  const focused = page.locator(':focus')
  await page.getByRole('searchbox', { name: 'Search models' }).focus()
  await page.keyboard.type('parley/')
  await expect(countOf(page)).toHaveText(/^5 of/u)
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
  await expect(countOf(page)).toHaveText(/^5 of/u)
})

test('keeps the focus in rows far beyond those in the page', async ({ page, parley }) => {
  await openCatalogue(page, parley)
  const { length } = await publishedBy(parley)
  await tableOf(page).getByRole('link').first().focus()
  for (let step = 0; step < 4; step++) await page.keyboard.press('PageDown')
  const row = page.locator('[role="row"]:has(:focus)')
  await expect(row).toBeInViewport()
  expect(Number(await row.getAttribute('aria-rowindex'))).toBeGreaterThan(20)
  await page.keyboard.press('Control+End')
  await expect(row).toHaveAttribute('aria-rowindex', String(length + 1))
  await expect(row).toBeInViewport()
  await page.keyboard.press('Control+Home')
  await expect(row).toHaveAttribute('aria-rowindex', '2')
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator(':focus')).toHaveRole('button')
})

test.describe('to axe', { tag: '@phone' }, () => {
  for (const search of ['', '?q=claude&can=vision&sort=-context&type=nonsense', '?q=zzzzzzzz', '?view=plot']) {
    test(`nothing is wrong at ${search || 'the whole list'}`, async ({ page, parley }) => {
      await openCatalogue(page, parley, search)
      if (search === '?view=plot') await expect(page.getByRole('img', { name: /models by/u })).toBeVisible()
      await expectAccessible(page)
    })
  }

  test('nothing is wrong with what opens', async ({ page, parley }) => {
    await openCatalogue(page, parley, '?q=zzzzzzzz')
    for (const name of ['Views', 'Export', /^Filters/u]) {
      const button = page.getByRole('button', { name })
      if (!(await button.isVisible())) continue
      await button.click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectAccessible(page, { within: '[role="dialog"]' })
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    }
  })
})

test.describe('with models as messy as they come', { tag: '@phone' }, () => {
  test('shows no figure that nobody told, and leads to each', async ({ page }) => {
    const engine = await startListingEngine(messyModels)
    const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
    try {
      await openCatalogue(page, parley, '?q=acme')
      await expect(countOf(page)).toHaveText(new RegExp(`^${messyModels.length} of`, 'u'))
      await expect(tableOf(page)).not.toContainText(/NaN|undefined|Infinity|null|1970/u)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      for (const name of await firstNames(page, 99)) {
        await tableOf(page).getByRole('link', { name, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await page.goBack()
        await expect(countOf(page)).toHaveText(new RegExp(`^${messyModels.length} of`, 'u'))
      }
    } finally {
      await parley.stop()
      await engine.stop()
    }
  })

  test('says what went wrong where the list cannot be had, and tries again', async ({ page, parley }) => {
    await page.route('**/v1/models', (route) => route.abort())
    await page.goto(`${parley.baseUrl}/models#key=${parley.key}`)
    await expect(page.getByRole('alert')).toBeVisible()
    await page.unroute('**/v1/models')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(countOf(page)).toBeVisible()
  })
})
