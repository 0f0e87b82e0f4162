import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { tinyGguf } from '#testing/tiny-gguf.ts'
import { dropFiles } from './model-files.ts'
import { test } from './parley.ts'
import { messageField } from './page-steps.ts'
import { startStaticHost, type StaticHost } from './static-host.ts'

const folder = 'node_modules/.cache/static-copy-model-file'

// All tests share one folder, so one worker builds it once.
test.describe.configure({ mode: 'default' })

let host: StaticHost
const tiny = { name: 'tiny.gguf', bytes: tinyGguf() }

test.beforeAll(async () => {
  test.setTimeout(120_000)
  await promisify(execFile)('npx', ['vite', 'build', '--mode', 'static', '--outDir', folder, '--logLevel', 'error'])
  host = await startStaticHost(folder, '/some/folder/')
})
test.afterAll(() => host.stop())

const replyOf = (page: Page) => page.getByRole('article', { name: 'Reply from local/tiny' })

test('drops a model and chats with it', async ({ page }) => {
  page.on('console', (message) => console.log(message.type(), message.text()))
  page.on('pageerror', (error) => console.log('pageerror', error.message))
  await page.goto(host.url)
  await expect(messageField(page)).toBeVisible()
  await dropFiles(page, page.locator('body'), [tiny])
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('tiny', { timeout: 30_000 })
  await expect(page.getByText('single-threaded')).toBeVisible({ timeout: 30_000 })
  await messageField(page).fill('Tell me something.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(replyOf(page)).toHaveAttribute('data-state', 'done', { timeout: 30_000 })
  console.log(await replyOf(page).innerText())
})
