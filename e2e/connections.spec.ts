import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { addConnection, ask, chooseModel, openSettings } from './connect.ts'
import { startOtherService } from './other-service.ts'
import { test } from './parley.ts'

const planted = 'sk-planted-7f3a9'

test.describe('another service', { tag: '@phone' }, () => {
  test('is tested, saved and spoken to straight from the browser, with its key and no other', async ({
    page,
    parley,
  }) => {
    const other = await startOtherService({ key: planted })
    await openSettings(page, parley)
    await page.getByRole('textbox', { name: 'Base URL' }).fill(`${other.origin}/`)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByRole('alert')).toContainText('wants an API key')
    await page.getByRole('textbox', { name: 'API key' }).fill(planted)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByRole('status')).toContainText('It works: 6 models')
    await addConnection(page, `${other.origin}/`, { name: 'Workstation', key: planted })
    await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('')

    await ask(page, 'other-good')
    const reply = page.getByRole('article', { name: 'Reply from other-good' })
    await expect(reply).toHaveAttribute('data-state', 'done')
    await expect(reply.locator('[data-part="text"]')).toHaveText('Hello from elsewhere.')
    const keys = new Set(other.requests.map(({ authorization }) => authorization))
    expect([...keys]).toEqual([undefined, `Bearer ${planted}`])
    expect(await page.content()).not.toContain(planted)
    expect(page.url()).not.toContain(planted)
    await other.stop()
  })
})

test('the picker has one option for each model of each connection, bare ids for this server', async ({
  page,
  parley,
}) => {
  const other = await startOtherService()
  await openSettings(page, parley)
  await addConnection(page, other.origin, { name: 'Workstation' })
  await page.getByRole('link', { name: 'Playground' }).click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  const options = page.getByRole('listbox', { name: 'Model' }).getByRole('option')
  await expect(options.filter({ hasText: 'via Workstation' })).toHaveCount(6)
  await expect(options.and(page.locator('[data-value="parley/echo"]'))).toContainText('via This server')
  const values = await options.evaluateAll((all) => all.map((each) => each.getAttribute('data-value')))
  expect(new Set(values).size).toBe(values.length)
  // A model of this server goes to this server again.
  await chooseModel(page, 'other-good')
  await chooseModel(page, 'parley/echo')
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from parley/echo' })).toHaveAttribute('data-state', 'done')
  expect(other.requests.every(({ path }) => path === '/v1/models')).toBe(true)
  await other.stop()
})

test('a server that ignores streaming is read, and its models appear under readable ids', async ({ page, parley }) => {
  const models = [
    { id: '/models/other-whole.gguf', owned_by: 'llamacpp', meta: { n_ctx: 8192, n_ctx_train: 131_072 } },
    { id: 'other-page' },
    { id: 'text-embedding-3-small' },
    { id: 'whisper-1' },
  ]
  const other = await startOtherService({ models })
  await openSettings(page, parley)
  await addConnection(page, other.origin, { name: 'Workstation' })
  await ask(page, 'other-whole')
  const reply = page.getByRole('article', { name: 'Reply from other-whole' })
  await expect(reply).toHaveAttribute('data-state', 'done')
  await expect(reply.locator('[data-part="text"]')).toHaveText('All at once.')
  expect(other.asked).toEqual(['/models/other-whole.gguf'])

  await page.getByRole('combobox', { name: 'Model' }).click()
  const options = page.getByRole('listbox', { name: 'Model' }).getByRole('option', { name: 'via Workstation' })
  await expect(options).toHaveText([/other-whole/u, /other-page/u])
  await options.filter({ hasText: 'other-page' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('does not speak the chat-completions interface')
  await other.stop()
})

test.describe('a test of a connection says what is wrong', () => {
  const cases = [
    ['nobody there', 'http://127.0.0.1:9/v1', /cannot be reached at http:\/\/127\.0\.0\.1:9\..*port/u],
    ['no address', 'localhost:11434', /Begin the address with/u],
    ['credentials', 'https://me:secret@example.test/v1', /user name and password/u],
  ] as const
  for (const [what, url, words] of cases) {
    test(what, async ({ page, parley }) => {
      await openSettings(page, parley)
      await expectReport(page, url, words)
    })
  }

  test('CORS, with the cure', async ({ page, parley }) => {
    const other = await startOtherService({ cors: false })
    await openSettings(page, parley)
    page.removeAllListeners('console')
    await expectReport(
      page,
      other.origin,
      /does not let pages from http:\/\/127\.0\.0\.1:\d+ read its answers \(CORS\).*OLLAMA_ORIGINS=http/u,
    )
    await other.stop()
  })

  test('a wrong key, a web page, a path without the interface, a way that leads elsewhere', async ({
    page,
    parley,
  }) => {
    const elsewhere = await startOtherService()
    const other = await startOtherService({ key: planted, movedTo: elsewhere.origin })
    await openSettings(page, parley)
    page.removeAllListeners('console')
    await page.getByRole('textbox', { name: 'API key' }).fill('wrong')
    await expectReport(page, other.origin, /does not accept the API key/u)
    await expectReport(page, `${other.origin}/page`, /does not speak the chat-completions interface/u)
    await expectReport(page, `${other.origin}/api`, /404.*probably lacks \/v1/u)
    await page.getByRole('textbox', { name: 'API key' }).fill(planted)
    await expectReport(page, `${other.origin}/moved/v1`, /sends calls on to another address/u)
    expect(elsewhere.requests).toEqual([])
    await other.stop()
    await elsewhere.stop()
  })
})

test('a page from https explains that it may not call plain http', async ({ page, parley }) => {
  // The same page under a name of its own with https in front, as an operator would serve it.
  await page.route('https://parley.test/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const headers = { accept: route.request().headers()['accept'] ?? '*/*' }
    await route.fulfill({ response: await route.fetch({ url: parley.baseUrl + pathname + search, headers }) })
  })
  await page.goto('https://parley.test/settings')
  page.removeAllListeners('console')
  await expectReport(page, 'http://10.0.0.7:8000/v1', /came over https.*mixed content.*parley\.config\.json/u)
})

test('a key is never shown again, stays where it was put, and does not follow to another origin', async ({
  page,
  parley,
  context,
}) => {
  const one = await startOtherService({ key: planted })
  const two = await startOtherService()
  await openSettings(page, parley)
  await page.getByRole('radio', { name: 'In this tab only' }).check()
  await addConnection(page, one.origin, { name: 'One', key: planted })
  await expect(page.getByText('A key is kept for this tab.')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(planted)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain(planted)
  expect(await page.content()).not.toContain(planted)

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(one.origin)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('status')).toContainText('It works')
  const newTab = await context.newPage()
  await newTab.goto(`${parley.baseUrl}/settings`)
  await expect(newTab.getByRole('button', { name: /^One/u })).toContainText('No key')
  await newTab.close()

  await page.getByRole('textbox', { name: 'Base URL' }).fill(two.origin)
  await expect(page.getByText('Saving another address forgets it.')).toBeVisible()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('status')).toContainText('It works')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('the key for the former is forgotten')
  expect(await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage))).not.toContain(
    planted,
  )
  expect(two.requests.every(({ authorization }) => authorization === undefined)).toBe(true)
  await one.stop()
  await two.stop()
})

test('this server keeps its key apart: it is replaced, kept for the tab, and forgotten', async ({ page, parley }) => {
  await openSettings(page, parley)
  await page.getByRole('button', { name: /^This server/u }).click()
  await expect(page.getByText('A key is kept on this device.')).toBeVisible()
  expect(await page.content()).not.toContain(parley.key)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('status')).toContainText('It works')
  await page.getByRole('textbox', { name: 'API key' }).fill(parley.link)
  await page.getByRole('radio', { name: 'In this tab only' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A key is kept for this tab.')).toBeVisible()
  expect(await page.evaluate(() => [localStorage.getItem('parley.key'), sessionStorage.getItem('parley.key')])).toEqual(
    [null, parley.key],
  )
  await page.getByRole('button', { name: 'Forget' }).click()
  await expect(page.getByRole('alert')).toContainText('no key yet')
})

test('by keyboard alone: add, test, save, remove', async ({ page, parley }) => {
  const other = await startOtherService()
  await openSettings(page, parley)
  await page.getByRole('textbox', { name: 'Base URL' }).focus()
  await page.keyboard.type(`${other.origin}/v1`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'By keys is saved' })).toBeFocused()
  await page.getByRole('button', { name: 'Test connection' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'It works' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'By keys is removed' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Connections' }).getByRole('button')).toHaveCount(2)
  await other.stop()
})

test.describe('axe', { tag: '@phone' }, () => {
  test('finds nothing in the settings', async ({ page, parley }) => {
    const other = await startOtherService()
    await openSettings(page, parley)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Type the base URL')
    await expectAccessible(page)
    await addConnection(page, other.origin, { name: 'One', key: planted })
    await page.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByRole('alert')).toContainText('cannot be reached')
    await expectAccessible(page)
    await other.stop()
  })
})

async function expectReport(page: Page, url: string, words: RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
}
