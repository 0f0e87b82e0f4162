import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import { chromiumArguments, findTestBrowser } from './find-chromium.ts'
import { test, type Parley } from './parley.ts'

/** Milliseconds of a reply that a kill may lose: the second between two writes, plus one write. */
const lossTolerance = 1_300
const kills = 3
/** Tokens per second of the built-in typist. */
const speed = 50

/** Seeded random numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Seen {
  url: string
  words: string
  /** The reply text that must have been saved. */
  before: string
}

test(`loses no sent message and at most the last second of a reply, for ${kills} browser crashes`, async ({
  parley,
}) => {
  test.setTimeout(120_000)
  const random = seeded(20_261_121)
  const folder = await mkdtemp(join(tmpdir(), 'parley-kill-'))
  const launch = () =>
    chromium.launchPersistentContext(folder, {
      args: chromiumArguments(),
      ...(findTestBrowser() !== undefined && { executablePath: findTestBrowser() }),
    })
  let seen: Seen | undefined
  try {
    for (let round = 0; round < kills; round += 1) {
      const context = await launch()
      const page = context.pages()[0] ?? (await context.newPage())
      if (seen) await expectSaved(page, seen, parley.key)
      const words = `5000 tokens at ${speed} tokens per second, round ${round}`
      await begin(page, parley, words)
      await page.waitForTimeout(lossTolerance + 100 + random() * 1_000)
      const texts = await page.evaluate(() => window.textsOverTime ?? [])
      // Up to a few hundredths of a second before the kill, never after it.
      const killedAt = Date.now()
      const url = page.url()
      await kill(context)
      const before = texts.findLast(({ at }) => at < killedAt - lossTolerance)?.text ?? ''
      expect(before).not.toBe('')
      seen = { url, words, before }
    }
    const context = await launch()
    const page = context.pages()[0] ?? (await context.newPage())
    if (seen) await expectSaved(page, seen, parley.key)
    await expect(page.getByRole('region', { name: 'History' }).getByRole('link')).toHaveCount(kills)
    await context.close()
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

declare global {
  interface Window {
    /** The last reply's text and when it was read, both recorded in the page to avoid delays. */
    textsOverTime?: { at: number; text: string }[]
  }
}

/** Sends a message in a new conversation, and records the growing reply in the page. */
async function begin(page: Page, { baseUrl, key }: Parley, words: string): Promise<void> {
  await page.goto(`${baseUrl}/?model=parley%2Ftypist#key=${key}`)
  await page.getByRole('textbox', { name: 'Message' }).fill(words)
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await page.evaluate(() => {
    const texts: { at: number; text: string }[] = []
    window.textsOverTime = texts
    setInterval(() => {
      const text = document.querySelector<HTMLElement>('article[data-state=streaming] [data-part="text"]')?.innerText
      if (text) texts.push({ at: Date.now(), text })
    }, 40)
  })
  await page.waitForFunction(() => (window.textsOverTime ?? []).length > 0)
  await expect(page).toHaveURL(/\/c\//u)
}

const replyText = (page: Page) => page.getByRole('article', { name: /^Reply/u }).locator('[data-part="text"]')

async function expectSaved(page: Page, { url, words, before }: Seen, key: string) {
  // The browser also writes the key with a delay, so it may be lost in the kill.
  await page.goto(`${url}#key=${key}`)
  await expect(page.getByRole('article', { name: 'You' })).toContainText(words, { timeout: 15_000 })
  const reply = page.getByRole('article', { name: /^Reply/u })
  await expect(reply).toHaveAttribute('data-state', 'interrupted', { timeout: 15_000 })
  // Line breaks may differ after re-rendering.
  const plain = (text: string) => text.replace(/\s+/gu, ' ').trim()
  const length = async () => plain(await replyText(page).innerText()).length
  // Long text renders in several steps.
  await expect.poll(length).toBeGreaterThanOrEqual(plain(before).length)
}

/** Crashes the browser process. */
async function kill(context: BrowserContext) {
  const session = await context.browser()?.newBrowserCDPSession()
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()))
  // Never resolves, because the process dies.
  void session?.send('Browser.crash').catch(() => undefined)
  await closed
}

test('merges the messages of two tabs with the same conversation', async ({ page, parley, context }) => {
  await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=${parley.key}`)
  const say = async (on: Page, words: string) => {
    await on.getByRole('textbox', { name: 'Message' }).fill(words)
    await on.getByRole('textbox', { name: 'Message' }).press('Enter')
  }
  await say(page, 'begin')
  await expect(page.getByRole('article', { name: /^Reply/u })).toHaveAttribute('data-state', 'done')
  await expect(page.getByRole('region', { name: 'History' }).getByRole('link', { name: 'begin' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('article', { name: 'You' })).toHaveText(/begin/u)
  await Promise.all([say(page, 'from the first tab'), say(other, 'from the second tab')])
  for (const [tab, words] of [
    [page, 'from the first tab'],
    [other, 'from the second tab'],
  ] as const) {
    // The last message, or the one before the other tab's reply to it.
    await expect(tab.getByRole('article', { name: 'You' }).filter({ hasText: words })).toBeVisible()
    await expect(tab.getByRole('article', { name: /^Reply/u }).last()).toHaveAttribute('data-state', 'done')
  }
  await say(other, 'and on')
  await expect(other.getByRole('article', { name: 'You' }).last()).toContainText('and on')
  await expect(other.getByRole('article', { name: /^Reply/u }).last()).toHaveAttribute('data-state', 'done')
  const stored = () =>
    other.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const opening = indexedDB.open('parley')
          opening.addEventListener('success', () => {
            const all = opening.result.transaction('messages').objectStore('messages').getAll()
            all.addEventListener('success', () => {
              opening.result.close()
              resolve(all.result.map((row: { message: { text: string } }) => row.message.text))
            })
          })
        }),
    )
  await expect
    .poll(async () => (await stored()).toSorted())
    .toEqual(
      [
        'begin',
        'begin',
        'from the first tab',
        'from the first tab',
        'from the second tab',
        'from the second tab',
        'and on',
        'and on',
      ].toSorted(),
    )
})

test('reports full storage, keeps what was saved, and can export everything', async ({ page, parley }) => {
  test.slow()
  // The browser caches the quota, so limit it before the database is opened.
  await page.goto(`${parley.baseUrl}/healthz`)
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: parley.baseUrl, quotaSize: 1_000_000 })
  await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=${parley.key}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('kept before')
  await message.press('Enter')
  const list = page.getByRole('region', { name: 'History' })
  await expect(list.getByRole('link', { name: 'kept before' })).toBeVisible()
  await expect(page.getByRole('article', { name: /^Reply/u })).toHaveAttribute('data-state', 'done')
  await page.getByRole('textbox', { name: 'System prompt' }).fill('too much '.repeat(200_000))
  const alert = page.getByRole('alert').filter({ hasText: 'storage is full' })
  await expect(alert).toBeVisible({ timeout: 20_000 })
  await expect(list.getByRole('link', { name: 'kept before' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all', exact: true }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('kept before')
  expect(text).toContain('too much')
  await session.send('Storage.overrideQuotaForOrigin', { origin: parley.baseUrl })
  await page.getByRole('textbox', { name: 'System prompt' }).fill('little')
  await expect(alert).toHaveCount(0, { timeout: 20_000 })
  await page.reload()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('kept before')
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('little')
})

test('works without storage, and says that nothing is saved', async ({ page, parley }) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=${parley.key}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('hello')
  await message.press('Enter')
  await expect(page.getByRole('article', { name: /^Reply/u })).toHaveAttribute('data-state', 'done')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Conversations aren’t saved')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
