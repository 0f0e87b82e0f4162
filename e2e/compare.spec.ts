import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { messyModels } from './listing-engine.ts'
import { test } from './messy-parley.ts'
import type { Parley } from './parley.ts'

const messyIds = messyModels.map(({ id }) => id.replaceAll(/[%,]/gu, encodeURIComponent)).join(',')

async function open(page: Page, parley: Parley, ids: string): Promise<void> {
  await page.goto(`${parley.baseUrl}/compare?ids=${encodeURIComponent(ids)}#key=${parley.key}`)
}

const region = (page: Page) => page.getByRole('region', { name: 'Comparison' })
const row = (page: Page, name: string) =>
  region(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })

test.describe('the comparison', { tag: '@phone' }, () => {
  test('puts models side by side, whatever they are called, and scrolls within itself', async ({ page, parley }) => {
    await open(page, parley, messyIds)
    await expect(page.getByText(`${messyModels.length} of 8 models`)).toBeVisible()
    await expect(region(page).getByRole('columnheader')).toHaveCount(messyModels.length + 1)
    await expect(region(page)).not.toContainText(/NaN|undefined|Infinity|1970/u)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const first = region(page).getByRole('rowheader', { name: 'Status' })
    const before = await first.boundingBox()
    await region(page).evaluate((element) => element.scrollBy(400, 0))
    expect((await first.boundingBox())?.x).toBe(before?.x)
    await page.reload()
    await expect(region(page).getByRole('columnheader')).toHaveCount(messyModels.length + 1)
  })

  test('has nothing that axe finds wrong', async ({ page, parley }) => {
    await page.goto(`${parley.baseUrl}/compare#key=${parley.key}`)
    await expect(page.getByRole('heading', { name: 'Put models side by side' })).toBeVisible()
    await expectAccessible(page)
    await open(page, parley, `${messyIds},nope/nope`)
    await expect(region(page)).toBeVisible()
    await page.getByRole('button', { name: /^Change/u }).click()
    await expectAccessible(page)
  })
})

test('marks the best of each row, and only where that is known', async ({ page, parley }) => {
  await open(page, parley, 'acme/llama3.2:3b,openai/gpt-4.1-mini,acme/asleep')
  await expect(row(page, 'Input tokens / 1M').getByRole('cell').nth(0)).toHaveText('$0.15 (best)')
  await expect(row(page, 'Input tokens / 1M').getByRole('cell').nth(1)).toHaveText('$0.40')
  await expect(row(page, 'Input tokens / 1M').getByRole('cell').nth(2)).toHaveText('–')
  await expect(row(page, 'Context').getByRole('cell').nth(1)).toHaveText('1.05M (best)')
  await expect(row(page, 'Prices from').getByRole('cell').nth(1)).toContainText(/20\d\d$/u)
  await expect(row(page, 'Status').getByText('(best)')).toHaveCount(0)
})

test('begins empty, gathers by keyboard, shows differences only, and lets go', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/compare#key=${parley.key}`)
  const add = page.getByRole('combobox', { name: 'Add model' })
  await add.focus()
  await page.keyboard.type('parley/echo')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('ids') === 'parley/echo')
  await add.focus()
  await page.keyboard.type('parley/eliza')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('ids') === 'parley/echo,parley/eliza')

  await expect(row(page, 'Maker')).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Differences only' }).focus()
  await page.keyboard.press('Space')
  await expect(row(page, 'Maker')).toHaveCount(0)
  await expect(row(page, 'Description')).toHaveCount(1)

  await page.getByRole('button', { name: 'Remove Echo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('ids') === 'parley/eliza')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Remove Echo' })).toBeVisible()
})

test('opens all of them in the playground, at most six and only those that talk', async ({ page, parley }) => {
  await open(page, parley, 'parley/echo,acme/painter,parley/eliza')
  const attempt = page.getByRole('link', { name: 'Try all in the playground' })
  await expect(attempt).toHaveAttribute('href', /^\/\?models=parley(?:%2F|\/)echo(?:%2C|,)parley(?:%2F|\/)eliza$/u)
  const data = (await (
    await fetch(`${parley.baseUrl}/v1/models?type=text_generation`, {
      headers: { authorization: `Bearer ${parley.key}` },
    })
  ).json()) as { data: { id: string }[] }
  const seven = data.data.filter(({ id }) => !/[%,]/u.test(id)).slice(0, 7)
  await open(page, parley, seven.map(({ id }) => id).join(','))
  await expect(page.getByRole('link', { name: 'Try the first 6 in the playground' })).toBeVisible()
})

test('copies what it shows as Markdown and as CSV, with nothing that a spreadsheet would run', async ({
  page,
  parley,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, parley, messyIds)
  await page.getByRole('button', { name: 'Copy as CSV' }).click()
  const csv = await page.evaluate(() => navigator.clipboard.readText())
  expect(csv.split('\r\n')[0]).toContain(`"'=HYPERLINK(""http://x"",""y"")",Two | three,`)
  expect(csv).toContain('\r\nInput tokens / 1M,0.15,0,,150000,,\r\n')
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  const markdown = await page.evaluate(() => navigator.clipboard.readText())
  expect(markdown.split('\n')[0]).toContain(String.raw`Two \| three`)
  expect(markdown).toContain('| Input tokens / 1M | $0.15 | Free | – | $150,000.00 | – | – |')
})

test('says what it leaves out: ids that nobody has, and a ninth model', async ({ page, parley }) => {
  await open(page, parley, 'parley/echo,no/such,parley/echo,parley/eliza')
  await expect(page.getByRole('alert')).toContainText('No model is called no/such')
  await expect(page.getByRole('alert')).toContainText('Look for it under another name, or leave it out.')
  await page.getByRole('button', { name: 'Leave out' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('ids') === 'parley/echo,parley/eliza')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await open(page, parley, `${messyIds},parley/echo,parley/eliza,parley/babble`)
  await expect(page.getByRole('alert')).toContainText('Not shown: Babble')
  await expect(page.getByText('8 of 8 models')).toBeVisible()
  await expect(page.getByText('Remove one to add another')).toBeVisible()

  await open(page, parley, Array.from({ length: 200 }, (_, place) => `no/${place}`).join(','))
  await expect(page.getByRole('alert')).toContainText('no/7 and 192 more here.')
})
