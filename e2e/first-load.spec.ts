import { expect } from '@playwright/test'
import { test } from './parley.ts'
import { weighFirstScripts } from './weigh-first-scripts.ts'

/** Gzipped bytes of each page's scripts before any interaction. Raise a budget only with a reason. */
const budgets = {
  // Modules that load together share one file, which costs about 4,000 bytes over loading each on demand.
  '/': 162_000,
  // Makers’ names, the text for deprecated models, price tiers, and workloads that exceed a context. This page and the
  // ones below load the table of providers, which can connect a model.
  '/models': 207_000,
  // Its curl example needs the JSON formatter that keeps every digit of a number.
  '/models/anthropic/claude-sonnet-4-5': 180_000,
  '/compare?ids=parley/eliza,parley/echo': 179_500,
  // The form and the list of MCP servers, and what reads the keys of the service.
  '/settings': 184_500,
  // The table with virtual rows, as in the catalogue.
  '/usage': 194_500,
}

for (const [path, budget] of Object.entries(budgets)) {
  test(`keeps the first scripts of ${path} within their budget`, async ({ page, parley }) => {
    const bytes = await weighFirstScripts(page, `${parley.baseUrl}${path}#key=${parley.key}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    expect(bytes).toBeLessThanOrEqual(budget)
  })
}

test('loads the reply renderer when the message field gets focus', async ({ page, parley }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`, { waitUntil: 'networkidle' })
  const isReplyScript = (path: string) => /\/reply-view-[^/]*\.js$/u.test(path)
  expect(requested.filter(isReplyScript)).toEqual([])
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await expect.poll(() => requested.filter(isReplyScript)).toHaveLength(1)
})
