import { expect, type Page } from '@playwright/test'
import { startListingEngine, type ListedModel } from './listing-engine.ts'
import { startParley, test } from './parley.ts'

const priced = (id: string, prompt: string): ListedModel => ({
  id,
  name: id.toUpperCase(),
  pricing: { prompt, completion: '0.000002' },
})
const before = [priced('acme/a', '0.000001'), priced('acme/b', '0.000001'), priced('acme/c', '0.000001')]
const after = [priced('acme/a', '0.0000005'), priced('acme/c', '0.000003'), priced('acme/d', '0.000001')]

/** The statuses of the list's answers, as the page got them. */
function listAnswers(page: Page): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/v1/models') statuses.push(response.status())
  })
  return statuses
}

test('asks again with the tag of what it has, and keeps showing it meanwhile', async ({ page, parley }) => {
  const answers = listAnswers(page)
  await page.goto(`${parley.baseUrl}/compare?ids=parley/echo,parley/eliza#key=${parley.key}`)
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison).toBeVisible()
  await expect(page.getByText('Read just now')).toBeVisible()
  expect(answers).toEqual([200])

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/models', async (route) => {
    expect(route.request().headers()['if-none-match']).toMatch(/^".+"$/u)
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: 'Refreshing' })).toBeVisible()
  await expect(comparison).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible()
  expect(answers).toEqual([200, 304])
})

test('asks again by itself every few minutes', async ({ page, parley }) => {
  await page.clock.install()
  const answers = listAnswers(page)
  await page.goto(`${parley.baseUrl}/compare?ids=parley/echo#key=${parley.key}`)
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible()
  await page.clock.runFor('02:00')
  await expect(page.getByText(/Read [12] minutes? ago/u)).toBeVisible()
  expect(answers).toEqual([200])
  await page.clock.runFor('01:30')
  await expect(page.getByText('Read just now')).toBeVisible()
  expect(answers).toEqual([200, 304])
})

test('keeps what it had where the service has gone, and says that it is old', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/compare?ids=parley/echo,parley/eliza#key=${parley.key}`)
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible()
  await page.route('**/v1/models', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Not refreshed.' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('parley/echo')
})

test('a tab that is closed before it was ever idle was a visit all the same', async ({ page, parley }) => {
  await page.addInitScript(() => {
    Object.assign(window, { requestIdleCallback: () => 0, cancelIdleCallback: () => undefined })
  })
  await page.goto(`${parley.baseUrl}/models#key=${parley.key}`)
  await expect(page.getByRole('table', { name: 'Models' }).getByRole('link').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('parley.seen'))).toBeNull()
  await page.goto(`${parley.baseUrl}/healthz`)
  expect(await page.evaluate(() => localStorage.getItem('parley.seen'))).toContain('parley/echo')
})

test('tells what changed since the last visit, until that is dismissed', async ({ browser }) => {
  const engine = await startListingEngine(before)
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl, PARLEY_ENGINE_CHECK_MS: '100' })
  const context = await browser.newContext()
  const changes = (page: Page) => page.getByText('Since your last visit', { exact: false })
  try {
    const first = await context.newPage()
    await first.goto(`${parley.baseUrl}/models#key=${parley.key}`)
    await expect(first.getByRole('link', { name: 'ACME/B' })).toBeVisible()
    await expect(changes(first)).toHaveCount(0)
    // What was seen is kept once the page has nothing else to do.
    await expect.poll(() => first.evaluate(() => localStorage.getItem('parley.seen'))).not.toBeNull()
    await first.close()

    engine.list(after)
    await expect
      .poll(async () => (await fetch(`${parley.baseUrl}/v1/models/acme/d`)).status, { message: 'the new list' })
      .toBe(200)
    const second = await context.newPage()
    await second.goto(`${parley.baseUrl}/models`)
    const summary = second.getByRole('group', { name: 'Changes since your last visit' })
    // What an engine no longer lists is gone, for the catalogue never knew it otherwise.
    await expect(summary).toContainText('1 new model · 1 gone · 1 price down · 1 price up')
    await summary.getByText('Show').click()
    await expect(summary).toContainText('input $1.00 → $0.50 per 1M')
    await second.reload()
    await expect(changes(second)).toBeVisible()
    await second.getByRole('button', { name: 'Dismiss what changed' }).click()
    await expect(changes(second)).toHaveCount(0)
    await second.reload()
    await expect(second.getByRole('link', { name: 'ACME/D' })).toBeVisible()
    await expect(changes(second)).toHaveCount(0)
  } finally {
    await context.close()
    await parley.stop()
    await engine.stop()
  }
})
