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
    await page.getByRole('spinbutton', { name: 'Tokens in' }).fill('3M')
    await expect(page.getByText('3,000,000 in · 567 out · 0 requests a day · 50% cached')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Cost per request/u })).toContainText(
      "Doesn't fit: 3M + 567 tokens exceed its 1.05M context",
    )
    await page.getByRole('spinbutton', { name: 'Tokens in' }).fill('1.2k')
    await expect(
      page
        .getByRole('row', { name: /^Cost per day/u })
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

test.describe('this conversation', { tag: '@phone' }, () => {
  test('becomes the workload, as one request, also on pages that are loaded later', async ({ page, parley }) => {
    await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
    const log = page.getByRole('log', { name: 'Conversation' })
    for (const [turn, text] of ['How much is this?', 'And this?'].entries()) {
      await page.getByRole('textbox', { name: 'Message' }).fill(text)
      await page.keyboard.press('Control+Enter')
      await expect(log.locator('article[data-state="done"]')).toHaveCount(turn + 1)
    }
    const sumOf = async (figure: string) => {
      const values = await log
        .locator(`[data-figure="${figure}"]`)
        .evaluateAll((all) => all.map((each) => Number(each.getAttribute('data-value'))))
      return values.reduce((total, value) => total + value, 0)
    }
    const [tokensIn, tokensOut] = [await sumOf('tokens-in'), await sumOf('tokens-out')]
    expect(tokensIn).toBeGreaterThan(0)

    await page.goto(`${parley.baseUrl}/models?q=openai/gpt-4.1-mini`)
    await page.getByRole('button', { name: 'This conversation' }).click()
    await expect(page.getByText(`${tokensIn} in · ${tokensOut} out · 2 turns · 1 request a day`)).toBeVisible()
    await page.getByRole('link', { name: 'GPT-4.1 mini', exact: true }).click()
    const bill = page.getByRole('region', { name: 'Cost' }).getByRole('definition')
    const cost = Number((await bill.first().textContent())?.replace('$', ''))
    // $0.40 and $1.60 per 1M; what is shown has three digits.
    expect(cost).toBeCloseTo((tokensIn * 0.4 + tokensOut * 1.6) / 1e6, 7)
  })
})
