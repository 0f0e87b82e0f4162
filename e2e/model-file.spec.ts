import { expect, type Page } from '@playwright/test'
import { splitTinyGguf, tinyGguf } from '#testing/tiny-gguf.ts'
import { dropFiles } from './model-files.ts'
import { test } from './parley.ts'
import { dialogOf, messageField } from './page-steps.ts'
import { startStaticHost, type StaticHost } from './static-host.ts'

// One at a time: each runs a model, which keeps the processors busy.
test.describe.configure({ mode: 'default' })

let host: StaticHost
const tiny = { name: 'tiny.gguf', bytes: tinyGguf() }
/** Its replies never end by themselves. */
const endless = { name: 'endless.gguf', bytes: tinyGguf({ endBias: -20, layers: 8, width: 256 }) }
/** Starting the engine takes seconds on a busy machine. */
const slowly = { timeout: 60_000 }

test.beforeAll(async () => {
  host = await startStaticHost('/some/folder/')
})
test.afterAll(() => host.stop())
test.beforeEach(() => test.setTimeout(120_000))

const replies = (page: Page, name = 'tiny') => page.getByRole('article', { name: `Reply from local/${name}` })
const modelField = (page: Page, label = 'Model') => page.getByRole('combobox', { name: label, exact: true })
const status = (page: Page) => page.getByRole('region', { name: 'Model file' })

async function openDropped(page: Page, file = tiny) {
  await expect(modelField(page)).not.toHaveValue('')
  await dropFiles(page, page.locator('body'), [file])
  const name = file.name.replace('.gguf', '')
  await expect(status(page).filter({ hasText: 'Runs in this browser' })).toBeVisible(slowly)
  await expect(modelField(page)).toHaveValue(name)
}

async function send(page: Page, text: string) {
  await messageField(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

test('chats with a dropped model offline, keeps it, and loads no engine before @phone', async ({ page, context }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(host.url)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  const before = host.requestedPaths.length
  expect(host.requestedPaths.filter((path) => /\.wasm$|llama\.worker/u.test(path))).toEqual([])
  await openDropped(page)
  expect(host.requestedPaths.slice(before).filter((path) => path.endsWith('.wasm'))).toHaveLength(1)
  await expect(status(page)).not.toContainText('keeping a copy', slowly)

  await context.setOffline(true)
  await page.reload()
  await expect(modelField(page)).not.toHaveValue('')
  await modelField(page).click()
  await modelField(page).fill('tiny')
  await page.getByRole('option', { name: 'tiny' }).first().click()
  await expect(status(page)).toContainText('Not loaded')
  await send(page, 'Tell me about the sea.')
  await expect(replies(page)).toHaveAttribute('data-state', 'done', slowly)
  await send(page, 'And about the land?')
  await expect(replies(page)).toHaveCount(2)
  await expect(replies(page).last()).toHaveAttribute('data-state', 'done', slowly)
  await expect(replies(page).last().locator('[data-part=text]')).not.toBeEmpty()
  await expect(replies(page).last().locator('[data-figure=tokens-out]')).toHaveAttribute('data-value', /^[1-9]\d*$/u)

  await status(page).getByRole('button', { name: 'Unload tiny' }).click()
  await expect(status(page)).toContainText('Not loaded')
  expect(problems).toEqual([])
})

test('stops a reply, and compares with a demo model', async ({ page }) => {
  await page.goto(host.url)
  await openDropped(page, endless)
  await send(page, 'Write until I stop you.')
  const reply = replies(page, 'endless')
  await expect(reply.locator('[data-part=text]')).not.toBeEmpty(slowly)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(reply).toHaveAttribute('data-state', 'stopped', { timeout: 2_000 })

  await page.getByRole('spinbutton', { name: 'Max tokens' }).fill('8')
  await page.getByRole('button', { name: 'Add model' }).first().click()
  await modelField(page, 'Model 2').click()
  await modelField(page, 'Model 2').fill('parley/echo')
  await page.getByRole('option', { name: 'parley/echo' }).first().click()
  await send(page, 'Say it again.')
  await expect(page.getByRole('article', { name: 'Reply from parley/echo' })).toHaveAttribute('data-state', 'done')
  const first = replies(page, 'endless').and(page.locator('[aria-label="Pane 1"] article'))
  await expect(first.last()).toHaveAttribute('data-state', 'done', slowly)
  await expect(first.last().locator('[data-figure=tokens-out]')).toHaveAttribute('data-value', '8')
})

test('asks once for a file that it has a handle for', async ({ page }) => {
  // The browser's own dialogs can't be operated: a handle of the private file system stands for one of the disk.
  await page.addInitScript(() => {
    Object.assign(FileSystemFileHandle.prototype, {
      queryPermission: async () => (sessionStorage.getItem('asks') === null ? 'granted' : 'prompt'),
      requestPermission: async () => {
        sessionStorage.removeItem('asks')
        return 'granted'
      },
    })
  })
  await page.goto(host.url)
  await expect(modelField(page)).not.toHaveValue('')
  await page.evaluate(async (base64) => {
    const root = await navigator.storage.getDirectory()
    const handle = await root.getFileHandle('tiny.gguf', { create: true })
    const writable = await handle.createWritable()
    await writable.write(Uint8Array.from(atob(base64), (each) => each.codePointAt(0) ?? 0))
    await writable.close()
    Object.assign(window, { showOpenFilePicker: async () => [handle] })
  }, Buffer.from(tiny.bytes).toString('base64'))
  // By keyboard alone.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused()
  await page.keyboard.type('Open a model file')
  await page.keyboard.press('Enter')
  await expect(status(page).filter({ hasText: 'Runs in this browser' })).toBeVisible(slowly)
  await expect(messageField(page)).toBeFocused()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(replies(page)).toHaveAttribute('data-state', 'done', slowly)

  await page.evaluate(() => sessionStorage.setItem('asks', 'yes'))
  await page.reload()
  const reopen = page.getByRole('button', { name: 'Reopen tiny' })
  await expect(reopen).toBeVisible()
  await reopen.focus()
  await page.keyboard.press('Enter')
  await expect(status(page).filter({ hasText: 'Runs in this browser' })).toBeVisible(slowly)
})

test('lists the models of Ollama’s store, and opens one', async ({ page }) => {
  await page.goto(host.url)
  await expect(modelField(page)).not.toHaveValue('')
  // A folder of the private file system stands for one of the disk, as above.
  await page.evaluate(async (base64) => {
    const store = await (await navigator.storage.getDirectory()).getDirectoryHandle('ollama', { create: true })
    const write = async (path: readonly string[], content: string | Uint8Array<ArrayBuffer>) => {
      let parent = store
      for (const name of path.slice(0, -1)) parent = await parent.getDirectoryHandle(name, { create: true })
      const file = await (await parent.getFileHandle(path.at(-1) ?? '', { create: true })).createWritable()
      await file.write(content)
      await file.close()
    }
    const digest = '0123456789abcdef'.repeat(4)
    const layers = [{ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` }]
    await write(['manifests', 'registry.ollama.ai', 'library', 'tiny', 'latest'], JSON.stringify({ layers }))
    await write(
      ['blobs', `sha256-${digest}`],
      Uint8Array.from(atob(base64), (each) => each.codePointAt(0) ?? 0),
    )
    Object.assign(window, { showDirectoryPicker: async () => store })
  }, Buffer.from(tiny.bytes).toString('base64'))
  await page.getByRole('button', { name: 'Connect' }).first().click()
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  const found = page.getByRole('region', { name: 'Models in the folder' })
  await expect(found.getByRole('status')).toHaveText('1 model in the folder')
  await found.getByRole('button', { name: 'Open tiny:latest' }).click()
  await expect(status(page)).toContainText('Runs in this browser', slowly)
  await expect(modelField(page)).toHaveValue('tiny:latest')
  await send(page, 'Hello')
  await expect(replies(page, 'tiny:latest')).toHaveAttribute('data-state', 'done', slowly)
})

test('says what is wrong with a file, and goes on', async ({ page }) => {
  await page.goto(host.url)
  await expect(modelField(page)).not.toHaveValue('')
  const dialog = dialogOf(page, 'Open a model file')
  const [first] = splitTinyGguf()
  const hugeCount = tinyGguf().slice()
  new DataView(hugeCount.buffer).setBigUint64(8, 2n ** 62n, true)
  for (const [bytes, name, words] of [
    [new TextEncoder().encode('<html>'.repeat(10)), 'page.gguf', /isn’t a GGUF file/u],
    [tiny.bytes.slice(0, tiny.bytes.length - 5000), 'cut.gguf', /is incomplete/u],
    [hugeCount, 'huge.gguf', /damaged: it claims to have/u],
    [first, 'part-00001-of-00002.gguf', /part-00002-of-00002\.gguf is not among/u],
  ] as const) {
    await dropFiles(page, page.locator('body'), [{ name, bytes }])
    await expect(dialog.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  // A valid header, whose architecture the engine doesn't know.
  const unknown = tinyGguf({ metadata: { 'general.architecture': { type: 'string', value: 'nonsense' } } })
  await dropFiles(page, page.locator('body'), [{ name: 'unknown.gguf', bytes: unknown }])
  await expect(dialog.getByRole('alert')).toContainText('doesn’t know this kind of model', slowly)
  await expect(dialog.getByRole('button', { name: 'Try unknown again' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openDropped(page)
})

test('opens a split model', async ({ page }) => {
  await page.goto(host.url)
  await expect(modelField(page)).not.toHaveValue('')
  const files = splitTinyGguf().map((bytes, at) => ({ name: `pair-0000${at + 1}-of-00002.gguf`, bytes }))
  await dropFiles(page, page.locator('body'), files.toReversed())
  await expect(status(page)).toContainText('Runs in this browser', slowly)
  await expect(modelField(page)).toHaveValue('pair')
  await send(page, 'Hello')
  await expect(replies(page, 'pair')).toHaveAttribute('data-state', 'done', slowly)
})

test('a served page runs a model with threads, isolated, without a wider policy', async ({ page, parley }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(`${parley.baseUrl}/#key=${parley.key}`)
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  // As on a computer with four threads; the machine of the test may have fewer.
  await page.evaluate(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 }))
  await openDropped(page)
  await expect(status(page)).toContainText('2 threads')
  await send(page, 'Hello')
  await expect(replies(page)).toHaveAttribute('data-state', 'done', slowly)
  expect(problems).toEqual([])

  // No code can call the page, so it is for this service.
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(dialogOf(page, 'Get code')).toContainText('Start Parley with its file as PARLEY_MODELS')
  await expect(dialogOf(page, 'Get code')).toContainText(`${parley.baseUrl}/v1`)
  await expect(dialogOf(page, 'Get code')).not.toContainText('this-browser.invalid')
})
