import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test as base } from '@playwright/test'
import { startStaticHost, type StaticHost } from './static-host.ts'

const folder = 'node_modules/.cache/static-copy'

const test = base.extend<object, { host: StaticHost }>({
  host: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      await promisify(execFile)('npx', ['vite', 'build', '--mode', 'static', '--outDir', folder, '--logLevel', 'error'])
      const host = await startStaticHost(folder, '/some/folder/')
      await use(host)
      await host.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('a static copy talks, lists its models and says where replies come from, with no service at all', async ({
  page,
  host,
}) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(host.url)
  await expect(page.getByText('Replies come from small models in this page.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('I feel slow today.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from parley/eliza' })).toHaveAttribute('data-state', 'done')
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d{3} models$/ })).toBeVisible()
  expect(host.asked.filter((path) => path.includes('/v1/'))).toEqual([])
  expect(problems).toEqual([])
})

test('its addresses survive a reload and can be sent to others, on a host that knows only files', async ({
  page,
  host,
}) => {
  await page.goto(`${host.url}#/models/parley/eliza`)
  await expect(page.getByRole('heading', { level: 1, name: 'Eliza' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Eliza' })).toBeVisible()
})

test('after the first visit it opens, talks and lists models without a network', async ({ page, host, context }) => {
  await page.goto(host.url)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Are you still there?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from parley/eliza' })).toHaveAttribute('data-state', 'done')
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('status').filter({ hasText: /of \d{3} models$/ })).toBeVisible()
})

test('what the browser keeps of it is the page itself and nothing that was said', async ({ page, host }) => {
  await page.goto(host.url)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('planted words')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from parley/eliza' })).toHaveAttribute('data-state', 'done')
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter((url) => !url.startsWith(host.url) || url.includes('/v1'))).toEqual([])
})
