import { expect } from '@playwright/test'
import { test } from './parley.ts'

const model = 'openai/gpt-4.1-mini'

test.describe('the bill', { tag: '@phone' }, () => {
  test('follows the workload to the cent, on every page and after a reload', async ({ page, parley }) => {
    await page.goto(`${parley.baseUrl}/models/${model}#key=${parley.key}`)
    const cost = page.getByRole('region', { name: 'Cost' })
    await expect(page.getByRole('region', { name: 'Prices' })).toContainText('$0.40')
    await expect(page.getByRole('region', { name: 'Prices' })).toContainText('$1.60')
    // 1,234 × $0.40 + 567 × $1.60 = 1,400.8 millionths; × 89 = $0.1246712 a day; × 30 = $3.740136.
    await cost.getByRole('spinbutton', { name: 'Tokens in' }).fill('1234')
    await cost.getByRole('spinbutton', { name: 'Tokens out' }).fill('567')
    await cost.getByRole('spinbutton', { name: 'Requests a day' }).fill('89')
    await expect(cost).toContainText('$0.12')
    await expect(cost).toContainText('$3.74')
    // Half of it cached at $0.10: 617 × 0.40 + 617 × 0.10 + 567 × 1.60 = 1,215.7 millionths; × 89 × 30 = $3.245919.
    await cost.getByRole('spinbutton', { name: 'Cached share' }).fill('50')
    await expect(cost).toContainText('$3.25')

    await page.reload()
    await expect(cost).toContainText('$3.25')
    await page.goto(`${parley.baseUrl}/compare?ids=${model},parley/echo`)
    await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('$3.25')
    await expect(page.getByText('1,234 in · 567 out · 89 requests a day · 50% cached')).toBeVisible()
    await page.getByRole('button', { name: /^Change/u }).click()
    await page.getByRole('spinbutton', { name: 'Requests a day' }).fill('0')
    await expect(
      page
        .getByRole('row', { name: /^Cost of a day/u })
        .getByRole('cell')
        .first(),
    ).toHaveText('$0')
  })
})

test('keeps what is typed and no number, says so, and reckons on with what held', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/models/${model}#key=${parley.key}`)
  const cost = page.getByRole('region', { name: 'Cost' })
  const tokens = cost.getByRole('spinbutton', { name: 'Tokens in' })
  await expect(cost).toContainText('$48.00')
  await tokens.fill('-5')
  await expect(cost.getByRole('alert')).toContainText('0 to 100,000,000')
  await expect(cost).toContainText('$48.00')
  await tokens.fill('')
  await tokens.blur()
  await expect(tokens).toHaveValue('2000')
  await expect(cost.getByRole('alert')).toHaveCount(0)
})

test('is a dash where a price is unknown', async ({ page, parley }) => {
  const response = await fetch(`${parley.baseUrl}/v1/models?type=text_generation`, {
    headers: { authorization: `Bearer ${parley.key}` },
  })
  const { data } = (await response.json()) as { data: { id: string; pricing: unknown[] }[] }
  const unpriced = data.find(({ pricing }) => pricing.length === 0)
  expect(unpriced).toBeDefined()
  await page.goto(`${parley.baseUrl}/models/${unpriced?.id ?? ''}#key=${parley.key}`)
  const bill = page.getByRole('region', { name: 'Cost' }).getByRole('definition')
  await expect(bill).toHaveText(['–', '–', '–'])
})
