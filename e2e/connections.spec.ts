import { expect, type Page } from '@playwright/test'
import { addConnection, askModel, openSettings, serveOverHttps } from './connect.ts'
import { startOtherService } from './other-service.ts'
import { test } from './parley.ts'

const planted = 'sk-planted-7f3a9'

test('a connection is tested, saved and called directly from the browser, only with its own key', async ({
  page,
  parley,
}) => {
  const other = await startOtherService({ key: planted })
  await openSettings(page, parley)
  await page.getByRole('textbox', { name: 'Base URL' }).fill(`${other.origin}/`)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('alert')).toContainText('requires an API key')
  await page.getByRole('textbox', { name: 'API key' }).fill(planted)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('status')).toContainText('Connected: 6 models')
  await addConnection(page, `${other.origin}/`, { name: 'Workstation', key: planted })
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('')

  await askModel(page, 'other-good')
  const reply = page.getByRole('article', { name: 'Reply from other-good' })
  await expect(reply).toHaveAttribute('data-state', 'done')
  await expect(reply.locator('[data-part="text"]')).toHaveText('Hello from elsewhere.')
  const keys = new Set(other.requests.map(({ authorization }) => authorization))
  expect([...keys]).toEqual([undefined, `Bearer ${planted}`])
  expect(await page.content()).not.toContain(planted)
  expect(page.url()).not.toContain(planted)
  await other.stop()
})

test('reads a server that ignores streaming, and shows its models with readable ids', async ({ page, parley }) => {
  const models = [
    { id: '/models/other-whole.gguf', owned_by: 'llamacpp', meta: { n_ctx: 8192, n_ctx_train: 131_072 } },
    { id: 'other-page' },
    { id: 'text-embedding-3-small' },
    { id: 'whisper-1' },
  ]
  const other = await startOtherService({ models })
  await openSettings(page, parley)
  await addConnection(page, other.origin, { name: 'Workstation' })
  await askModel(page, 'other-whole')
  const reply = page.getByRole('article', { name: 'Reply from other-whole' })
  await expect(reply).toHaveAttribute('data-state', 'done')
  await expect(reply.locator('[data-part="text"]')).toHaveText('All at once.')
  expect(other.chatModels).toEqual(['/models/other-whole.gguf'])

  await page.getByRole('combobox', { name: 'Model' }).click()
  const options = page.getByRole('listbox', { name: 'Model' }).getByRole('option', { name: /^other-/u })
  // The one that was just used comes first.
  await expect(options).toHaveText([/other-whole/u, /other-page/u])
  await options.filter({ hasText: 'other-page' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('has no chat completions API')
  await other.stop()
})

test.describe('testing a connection explains', () => {
  test('how to fix CORS', async ({ page, parley }) => {
    const other = await startOtherService({ cors: false })
    await openSettings(page, parley)
    page.removeAllListeners('console')
    await expectReport(
      page,
      other.origin,
      /blocks requests from http:\/\/127\.0\.0\.1:\d+ \(CORS\).*OLLAMA_ORIGINS=http/u,
    )
    await other.stop()
  })

  test('a wrong key, a web page, a path without the API and a redirect', async ({ page, parley }) => {
    const elsewhere = await startOtherService()
    const other = await startOtherService({ key: planted, movedTo: elsewhere.origin })
    await openSettings(page, parley)
    page.removeAllListeners('console')
    await page.getByRole('textbox', { name: 'API key' }).fill('wrong')
    await expectReport(page, other.origin, /rejected the API key/u)
    await expectReport(page, `${other.origin}/page`, /has no chat completions API/u)
    await expectReport(page, `${other.origin}/api`, /404.*probably missing \/v1/u)
    await page.getByRole('textbox', { name: 'API key' }).fill(planted)
    await expectReport(page, `${other.origin}/moved/v1`, /redirects to another address/u)
    expect(elsewhere.requests).toEqual([])
    await other.stop()
    await elsewhere.stop()
  })
})

test('explains that an https page can’t call plain http', async ({ page, parley }) => {
  await serveOverHttps(page, parley)
  await page.goto('https://parley.test/settings')
  page.removeAllListeners('console')
  await expectReport(page, 'http://models.example.com:8000/v1', /uses HTTPS.*mixed content.*parley\.config\.json/u)
})

async function expectReport(page: Page, url: string, words: RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
}
