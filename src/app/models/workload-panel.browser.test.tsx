import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { listingEngine, messyList } from '#app/data/calls/test-engines.test-support.ts'
import { expectNone, press, talk } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'
import { NumberField } from './workload-panel.tsx'

const model = 'openai/gpt-4.1-mini'
const cost = page.getByRole('region', { name: 'Cost' })
const field = (name: string) => page.getByRole('spinbutton', { name })

test.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s, costs follow the workload to the cent, on every page', async (_, width, height) => {
  await page.viewport(width, height)
  await renderApp(`/models/${model}`)
  const prices = page.getByRole('region', { name: 'Prices' })
  await expect.element(prices).toHaveTextContent('$0.40')
  await expect.element(prices).toHaveTextContent('$1.60')
  // 1,234 × $0.40 + 567 × $1.60 = 1,400.8 millionths; × 89 = $0.1246712 a day; × 30 = $3.740136.
  await field('Tokens in').fill('1234')
  await field('Tokens out').fill('567')
  await field('Requests per day').fill('89')
  await expect.element(cost).toHaveTextContent('$0.12')
  await expect.element(cost).toHaveTextContent('$3.74')
  // Half of it cached at $0.10: 617 × 0.40 + 617 × 0.10 + 567 × 1.60 = 1,215.7 millionths; × 89 × 30 = $3.245919.
  await field('Cached share').fill('50')
  await expect.element(cost).toHaveTextContent('$3.25')

  await renderApp(`/compare?ids=${model},parley/echo`)
  await expect.element(page.getByRole('region', { name: 'Comparison' })).toHaveTextContent('$3.25')
  await expect.element(page.getByText('1,234 in · 567 out · 89 requests per day · 50% cached')).toBeVisible()
  await page.getByRole('button', { name: /^Change/u }).click()
  await field('Requests per day').fill('0')
  await field('Tokens in').fill('3M')
  await expect.element(page.getByText('3,000,000 in · 567 out · 0 requests per day · 50% cached')).toBeVisible()
  await expect
    .element(page.getByRole('row', { name: /^Cost per request/u }))
    .toHaveTextContent('Doesn’t fit: 3M + 567 tokens exceed its 1.05M context')
  await field('Tokens in').fill('1.2k')
  await expect
    .element(
      page
        .getByRole('row', { name: /^Cost per day/u })
        .getByRole('cell')
        .first(),
    )
    .toHaveTextContent(/^\$0$/u)
})

test('keeps invalid input with an error, and estimates with the last valid value', async () => {
  await renderApp(`/models/${model}`)
  await expect.element(cost).toHaveTextContent('$48.00')
  await field('Tokens in').fill('-5')
  await expect.element(cost.getByRole('alert')).toHaveTextContent('0 to 100,000,000')
  await expect.element(cost).toHaveTextContent('$48.00')
  await field('Tokens in').fill('')
  ;(document.activeElement as HTMLElement).blur()
  await expect.element(field('Tokens in')).toHaveValue('2000')
  await expectNone(cost.getByRole('alert'))
})

test('shows a dash if a price is unknown', async () => {
  await renderApp('/models/acme/asleep', { engines: [listingEngine(messyList)] })
  await expect.element(cost).toBeVisible()
  const figures = cost.getByRole('definition').elements()
  expect(figures.map(({ textContent }) => textContent)).toEqual(['–', '–', '–'])
})

test.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s, this conversation becomes the workload, as one request', async (_, width, height) => {
  await page.viewport(width, height)
  await renderApp('/?model=parley/echo')
  await talk('How much is this?', 1)
  await talk('And this?', 2)
  const sumOf = (figure: string) =>
    [...document.querySelectorAll<HTMLElement>(`[role=log] [data-figure="${figure}"]`)].reduce(
      (total, { dataset }) => total + Number(dataset['value']),
      0,
    )
  const [tokensIn, tokensOut] = [sumOf('tokens-in'), sumOf('tokens-out')]
  expect(tokensIn).toBeGreaterThan(0)

  await renderApp('/models?q=openai/gpt-4.1-mini')
  if (width < 768) await page.getByRole('button', { name: /^Filters/u }).click()
  await page.getByRole('button', { name: 'This conversation' }).click()
  await expect.element(page.getByText(`${tokensIn} in · ${tokensOut} out · 2 turns · 1 request per day`)).toBeVisible()
  if (width < 768) await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'GPT-4.1 mini', exact: true }).click()
  const perRequest = cost.getByRole('definition').first()
  await expect.element(perRequest).toHaveTextContent(/^\$/u)
  // $0.40 and $1.60 per 1M; the display has three digits.
  expect(Number(perRequest.element().textContent.replace('$', ''))).toBeCloseTo(
    (tokensIn * 0.4 + tokensOut * 1.6) / 1e6,
    7,
  )
})

/** A field up to 4,000 whose page rounds its value. */
async function showField(value: number) {
  const onChange = vi.fn<(value: number) => void>()
  const fieldOf = (shown: number) => (
    <NumberField id="field" label="Tokens" example="2k" value={shown} max={4000} onChange={onChange} />
  )
  const { rerender } = await render(fieldOf(value))
  return { onChange, show: (next: number) => rerender(fieldOf(next)) }
}

const range = 'Enter a number from 0 to 4,000, such as 2k.'

test('keeps invalid input until it is corrected or the value changes elsewhere', async () => {
  const { onChange, show } = await showField(7)
  const error = page.getByRole('alert')
  for (const text of ['5000', 'many']) {
    await field('Tokens').fill(text)
    await expect.element(field('Tokens')).toHaveValue(text)
    await expect.element(error).toHaveTextContent(range)
  }
  expect(onChange).not.toHaveBeenCalled()
  await show(7)
  await expect.element(field('Tokens')).toHaveValue('many')
  await show(3)
  await expect.element(field('Tokens')).toHaveValue('3')
  await expectNone(error)
  await field('Tokens').fill('5')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(5)
})

test('accepts abbreviated sizes, and shows the number on blur', async () => {
  const { onChange, show } = await showField(7)
  await field('Tokens').fill('')
  for (const typed of ['2', '.', '5', ' k']) {
    await userEvent.keyboard(typed)
    await show(Math.round(onChange.mock.lastCall?.[0] ?? 0))
    expect(page.getByRole('alert').query()).toBeNull()
  }
  await expect.element(field('Tokens')).toHaveValue('2.5 k')
  expect(onChange).toHaveBeenLastCalledWith(2500)
  await press('Tab')
  await expect.element(field('Tokens')).toHaveValue('2500')
  await field('Tokens').fill('')
  await expect.element(page.getByRole('alert')).toHaveTextContent(range)
  await press('Tab')
  await expect.element(field('Tokens')).toHaveValue('2500')
})

test('a field supports the keys of a spin button', async () => {
  const { onChange, show } = await showField(7)
  for (const [name, value] of [
    ['now', '7'],
    ['min', '0'],
    ['max', '4000'],
  ] as const) {
    await expect.element(field('Tokens')).toHaveAttribute(`aria-value${name}`, value)
  }
  await field('Tokens').click()
  for (const [key, value] of [
    ['ArrowUp', 8],
    ['PageUp', 18],
    ['ArrowDown', 17],
    ['PageDown', 7],
    ['PageDown', 0],
  ] as const) {
    await press(key)
    expect(onChange).toHaveBeenLastCalledWith(value)
    await show(value)
  }
})
