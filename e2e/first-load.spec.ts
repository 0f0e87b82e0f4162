import { expect } from '@playwright/test'
import { test } from './parley.ts'
import { weighFirstScripts } from './weigh-first-scripts.ts'

/** The scripts of each page before anybody does anything, in bytes, gzipped. Raise one only with a reason. */
const budgets = {
  // Modules that are read together are one file, which costs some 4,000 bytes against loading each part on demand.
  '/': 150_000,
  // Makers’ names, the text for deprecated models, price tiers, and workloads that exceed a context.
  '/models': 191_000,
  // Its example of curl is laid out by what also keeps every digit of a number.
  '/models/anthropic/claude-sonnet-4-5': 165_000,
  '/compare?ids=parley/eliza,parley/echo': 165_000,
  '/settings': 162_000,
}

for (const [path, budget] of Object.entries(budgets)) {
  test(`the first scripts of ${path} are within their budget`, async ({ page, parley }) => {
    const bytes = await weighFirstScripts(page, `${parley.baseUrl}${path}#key=${parley.key}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    expect(bytes).toBeLessThanOrEqual(budget)
  })
}

test('what draws replies comes when somebody is about to write', async ({ page, parley }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`, { waitUntil: 'networkidle' })
  const isReplyScript = (path: string) => /\/reply-view-[^/]*\.js$/u.test(path)
  expect(asked.filter(isReplyScript)).toEqual([])
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await expect.poll(() => asked.filter(isReplyScript)).toHaveLength(1)
})
