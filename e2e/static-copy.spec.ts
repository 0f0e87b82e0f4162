import { expect } from '@playwright/test'
import { goldenLinks } from '#app/data/share/golden-links.test-support.ts'
import { readPayload } from '#app/data/share/share-codec.ts'
import { addConnection, askModel } from './connect.ts'
import { startOtherService } from './other-service.ts'
import { test } from './parley.ts'
import { startStaticHost, type StaticHost } from './static-host.ts'

let host: StaticHost

test.beforeAll(async () => {
  host = await startStaticHost('/some/folder/')
})
test.afterAll(() => host.stop())

test('a static copy chats, lists models and names its built-in engine, without a service', async ({ page }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(host.url)
  await expect(page.getByText('Replies come from small demo models in this page.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('I feel slow today.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from parley/eliza' })).toHaveAttribute('data-state', 'done')
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d{3} models$/ })).toBeVisible()
  expect(host.requestedPaths.filter((path) => path.includes('/v1/'))).toEqual([])
  expect(problems).toEqual([])
})

test('says that it keeps no usage and has no keys', async ({ page }) => {
  await page.goto(`${host.url}#/usage`)
  await expect(page.getByRole('heading', { name: 'Usage is not available in this copy' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'MCP servers' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'API keys' })).toHaveCount(0)
  expect(host.requestedPaths.filter((path) => path.includes('/v1/'))).toEqual([])
})

test('its URLs survive a reload and can be shared, on a static file host', async ({ page }) => {
  await page.goto(`${host.url}#/models/parley/eliza`)
  await expect(page.getByRole('heading', { level: 1, name: 'Eliza' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Eliza' })).toBeVisible()
})

test('opens, chats and lists models offline after the first visit', async ({ page, context }) => {
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

test('caches only the page itself, and no conversation', async ({ page }) => {
  await page.goto(host.url)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('planted words')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from parley/eliza' })).toHaveAttribute('data-state', 'done')
  const cached = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })
  expect(cached.length).toBeGreaterThan(10)
  expect(cached.filter((url) => !url.startsWith(host.url) || url.includes('/v1'))).toEqual([])
})

test('adds a connection and calls it directly from the page', async ({ page }) => {
  const other = await startOtherService({ key: 'sk-of-their-own' })
  await page.goto(`${host.url}#/settings`)
  await addConnection(page, other.origin, { name: 'Workstation', key: 'sk-of-their-own' })
  await askModel(page, 'other-good')
  await expect(page.getByRole('article', { name: 'Reply from other-good' })).toHaveAttribute('data-state', 'done')
  expect(other.requests.at(-1)).toEqual({
    path: '/v1/chat/completions',
    authorization: 'Bearer sk-of-their-own',
  })
  await other.stop()
})

test('shares a setup and opens it, also in an open tab', async ({ page }) => {
  const list = page.getByRole('status').filter({ hasText: /of \d{3} models$/u })
  await page.goto(`${host.url}#/models`)
  await expect(list).toBeVisible()
  const [golden] = goldenLinks
  if (!golden) throw new Error('no golden link')
  const { fragment, setup } = golden
  await page.evaluate((hash) => (location.hash = hash), fragment)
  await expect(page.getByRole('status').filter({ hasText: 'Opened a shared setup' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Link' })
  await expect(field).toHaveValue(/#s=1\./u)
  const [address, payload = ''] = (await field.inputValue()).split('#s=')
  expect(address).toBe(host.url)
  expect(await readPayload(payload)).toEqual(setup)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(list).toBeVisible()
  await page.evaluate(() => (location.hash = '#s=1.damaged'))
  await expect(page.getByRole('alert')).toContainText('damaged')
  await expect(list).toBeVisible()
  await page.goto('about:blank')
  await page.goto(`${host.url}#${fragment}`)
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
})

test('can be installed, with a valid manifest and every icon', async ({ page }) => {
  await page.goto(host.url)
  const session = await page.context().newCDPSession(page)
  const { errors, url } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${host.url}manifest.webmanifest`)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Playwright's default contexts are incognito and can't install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})
