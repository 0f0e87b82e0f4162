import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './parley.ts'

test.describe('the model picker', { tag: '@phone' }, () => {
  test('opens on a press, shows what is chosen, and takes another', async ({ page, parley }) => {
    const { field, options } = await open(page, parley)
    await field.click()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expect(options.and(page.locator('[aria-selected="true"]'))).toHaveAttribute('data-value', 'parley/echo')
    const box = await page.getByRole('listbox', { name: 'Model' }).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    await options.and(page.locator('[data-value="parley/eliza"]')).click()
    await expect(options).toHaveCount(0)
    await expect(field).toHaveValue(/eliza/iu)
    await expect(page).toHaveURL(/model=parley(?:%2F|\/)eliza/u)
  })
})

test('arrows go round, Enter takes, and the field names the active option', async ({ page, parley }) => {
  const { field, options } = await open(page, parley)
  await field.focus()
  await page.keyboard.type('parley')
  const active = () => field.getAttribute('aria-activedescendant')
  const [first, last] = [await options.first().getAttribute('id'), await options.last().getAttribute('id')]
  expect(await active()).toBe(first)
  await page.keyboard.press('ArrowUp')
  expect(await active()).toBe(last)
  await page.keyboard.press('ArrowDown')
  expect(await active()).toBe(first)
  const chosen = await options.first().getAttribute('data-value')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('model') === chosen)
})

test('Escape and leaving put back what was chosen; nothing found says what to do', async ({ page, parley }) => {
  const { field, options } = await open(page, parley)
  const before = await field.inputValue()
  await field.fill('no such model')
  await expect(options).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'No model matches' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('no such model')
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue(before)
  await field.fill('typ')
  await expect(options).not.toHaveCount(0)
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue(before)
})

test('Tab closes the open list without choosing, and moves to the next control', async ({ page, parley }) => {
  const { field, options } = await open(page, parley)
  const before = await field.inputValue()
  await field.focus()
  await page.keyboard.press('Tab')
  const next = await focused(page)
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const list = page.getByRole('listbox', { name: 'Model' })
  expect(await list.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue(before)
  expect(await focused(page)).toBe(next)
})

/** The opening tag of what has the focus. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.outerHTML.split('>')[0])
}

async function open(
  page: Page,
  parley: { baseUrl: string; key: string },
): Promise<{ field: Locator; options: Locator }> {
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  const field = page.getByRole('combobox', { name: 'Model' })
  await expect(field).toHaveValue(/echo/iu)
  return { field, options: page.getByRole('listbox', { name: 'Model' }).getByRole('option') }
}
