import { expect } from '@playwright/test'
import { test } from './parley.ts'
import { weighFirstScripts } from './weigh-first-scripts.ts'

/** What the playground may take before anybody does anything, in bytes, gzipped. Raise it only with a reason. */
const budget = 143_000

test('the first scripts of the playground are within their budget', async ({ page, parley }) => {
  const bytes = await weighFirstScripts(page, parley.link)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  expect(bytes).toBeLessThanOrEqual(budget)
})

test('what draws replies comes when somebody is about to write', async ({ page, parley }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`, { waitUntil: 'networkidle' })
  const isReplyScript = (path: string) => /\/reply-view-[^/]*\.js$/u.test(path)
  expect(asked.filter(isReplyScript)).toEqual([])
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await expect.poll(() => asked.filter(isReplyScript)).toHaveLength(1)
})
