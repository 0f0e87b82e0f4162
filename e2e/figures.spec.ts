import { expect, type Page } from '@playwright/test'
import { startPacedEngine, type MeasuredReply, type PacedEngine } from './paced-engine.ts'
import { startParley, test, type Parley } from './parley.ts'

const usage = (tokensOut: number) => ({
  prompt_tokens: 1000,
  completion_tokens: tokensOut,
  total_tokens: 1000 + tokensOut,
})
const pricing = { prompt: '0.000002', completion: '0.00001', input_cache_read: '0.0000005' }

/** Times in milliseconds. `quick` and `late` generate at the same speed, but `late` has a slow first token. */
const models = {
  quick: { before: 100, between: 40, pieces: 75, usage: usage(300), pricing },
  late: { before: 2500, between: 40, pieces: 75, usage: usage(300) },
  untold: { before: 100, between: 40, pieces: 75, pricing, ending: 'length' as const },
  thinker: { before: 100, between: 40, reasoning: 45, pieces: 30, usage: usage(75) },
  cached: {
    before: 100,
    between: 10,
    pieces: 20,
    usage: { ...usage(20), prompt_tokens_details: { cached_tokens: 800 } },
    pricing,
  },
}
type Name = keyof typeof models

test.describe.configure({ timeout: 120_000 })

let engine: PacedEngine
let parley: Parley
test.beforeAll(async () => {
  engine = await startPacedEngine(models)
  parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
})
test.afterAll(async () => {
  await parley.stop()
  await engine.stop()
})

/** Opens one pane per model. */
async function open(page: Page, ...names: Name[]) {
  const ids = names.map((name) => `community/${name}`).join(',')
  await page.goto(`${parley.baseUrl}/?models=${ids}#key=${parley.key}`)
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).toHaveValue(names[0] ?? '')
}

/** Sends a message to all panes and returns the engine's own measurements of each model's reply. */
async function ask(page: Page): Promise<Map<string, MeasuredReply>> {
  const done = page.locator('article[data-state="done"]')
  const before = await done.count()
  await page.getByRole('textbox', { name: 'Message' }).fill('Twelve chars')
  await page.keyboard.press('Enter')
  await expect(done).toHaveCount(before + (await page.getByRole('log').count()), { timeout: 40_000 })
  return new Map(engine.measured.map((each) => [each.model, each]))
}

/** The first round loads scripts and a busy machine may delay another, but a wrong calculation fails in every round. */
const inSomeRound = (check: () => Promise<void>) => expect(check).toPass({ timeout: 80_000 })

const lastReply = (page: Page, name: Name) => page.getByRole('article', { name: `Reply from community/${name}` }).last()

async function figure(page: Page, name: Name, which: string): Promise<number> {
  const value = await lastReply(page, name).locator(`[data-figure="${which}"]`).getAttribute('data-value')
  return value === null || value === '' ? Number.NaN : Number(value)
}

const within5 = (value: number, expected: number) => {
  expect(value).toBeGreaterThan(expected * 0.95)
  expect(value).toBeLessThan(expected * 1.05)
}

test('shows the figures that the engine measured, and marks the best in the summary', async ({ page }) => {
  await open(page, 'quick', 'late', 'cached')
  await inSomeRound(async () => {
    const measured = await ask(page)
    for (const name of ['quick', 'late'] as const) {
      within5(await figure(page, name, 'tokens-per-second'), 299 / (measured.get(name)?.decoding ?? 0))
    }
    within5(await figure(page, 'late', 'first-token'), measured.get('late')?.firstToken ?? 0)
  })
  for (const name of ['quick', 'late'] as const) {
    expect(await figure(page, name, 'tokens-in')).toBe(1000)
    expect(await figure(page, name, 'tokens-out')).toBe(300)
  }
  expect(await figure(page, 'quick', 'cost')).toBeCloseTo((1000 * 2 + 300 * 10) / 1e6, 9)
  expect(await figure(page, 'late', 'cost')).toBeNaN()
  await expect(lastReply(page, 'late').locator('[data-figure="cost"]')).toBeHidden()
  await expect(lastReply(page, 'quick').getByRole('group', { name: 'Figures' })).toHaveText(
    /^[\d.]+ s · \d+ tok\/s · 1,000 → 300 tok · \$0\.005$/u,
  )
  // Cached input has its own price.
  expect(await figure(page, 'cached', 'cost')).toBeCloseTo((200 * 2 + 800 * 0.5 + 20 * 10) / 1e6, 9)

  const summary = page.getByRole('region', { name: 'Comparison of the last replies' })
  const mark = (name: string) => summary.locator(`[data-mark="${name}"]`)
  await expect(mark('fastest')).toContainText('Fastest')
  await expect(mark('cheapest')).toHaveText(/Cheapest\s*cached\s*\$0\.001/u)
  await expect(mark('longest')).toHaveAttribute('data-panes', '1 2')
  await expect(mark('first')).not.toHaveAttribute('data-panes', '2')
  await summary.getByRole('button', { name: 'Figures and chart' }).click()
  await expect(summary.getByRole('img', { name: /Tokens over time/u }).locator('polyline')).toHaveCount(3)
  const tokensTable = summary.getByRole('table', { name: 'Tokens over time' })
  await expect(tokensTable.getByRole('row')).toHaveCount(4)
  const quickRow = tokensTable.getByRole('row', { name: /Pane 1: quick/u })
  await expect(quickRow.getByRole('cell').last()).toHaveText('300')
})

test('estimates what the engine doesn’t report, and times reasoning separately', async ({ page }) => {
  await open(page, 'untold', 'thinker')
  const summary = lastReply(page, 'thinker').locator('summary')
  await inSomeRound(async () => {
    const measured = await ask(page)
    within5(await figure(page, 'untold', 'tokens-per-second'), 74 / (measured.get('untold')?.decoding ?? 0))
    const { decoding = 0, thinking = 0 } = measured.get('thinker') ?? {}
    within5(await figure(page, 'thinker', 'tokens-per-second'), 74 / decoding)
    const duration = /^Thought for (?<seconds>[\d.]+) s$/u.exec((await summary.textContent()) ?? '')
    // 5%, plus rounding of the last digit.
    expect(Math.abs(Number(duration?.groups?.['seconds']) - thinking)).toBeLessThanOrEqual(0.05 + thinking * 0.05)
  })
  const figures = lastReply(page, 'untold').getByRole('group', { name: 'Figures' })
  for (const name of ['tokens-per-second', 'tokens-in', 'tokens-out', 'cost']) {
    await expect(figures.locator(`[data-figure="${name}"]`)).toHaveText(/^≈ /u)
  }
  expect(await figure(page, 'untold', 'tokens-out')).toBe(75)
  await expect(figures).toContainText('Stopped: token limit')
  const thought = lastReply(page, 'thinker').getByText('Hm, Hm,')
  await expect(thought).toBeHidden()
  await summary.press('Enter')
  await expect(thought).toBeVisible()
})

test('shows the total of a conversation', async ({ page }) => {
  await open(page, 'cached')
  await ask(page)
  await ask(page)
  const total = page.getByRole('region', { name: 'This conversation' })
  await expect(total).toContainText('2,000 in · 40 out')
  await expect
    .poll(async () => Number(await total.locator('[data-total]').getAttribute('data-value')))
    .toBeCloseTo((2 * (200 * 2 + 800 * 0.5 + 20 * 10)) / 1e6, 9)
})
