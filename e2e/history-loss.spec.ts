import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from './find-chromium.ts'
import { test, type Parley } from './parley.ts'

/** How much of what had arrived may be missing after a kill, in milliseconds: the second between two writes, and one write. */
const mayBeLost = 1_300
const kills = 5
/** How many tokens of the built-in typist come a second. */
const speed = 50

/** The same numbers each time, from 0 to 1 (mulberry32). */
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
  /** The text of the reply that must have been kept. */
  before: string
}

test(`a browser killed in mid-stream at ${kills} random moments loses no sent message, and at most the last second`, async ({
  parley,
}) => {
  test.setTimeout(120_000)
  const random = seeded(20_261_121)
  const folder = await mkdtemp(join(tmpdir(), 'parley-kill-'))
  const launch = () =>
    chromium.launchPersistentContext(folder, {
      args: chromiumArguments(),
      ...(findChromium() !== undefined && { executablePath: findChromium() }),
    })
  let seen: Seen | undefined
  try {
    for (let round = 0; round < kills; round += 1) {
      const context = await launch()
      const page = context.pages()[0] ?? (await context.newPage())
      if (seen) await expectKept(page, seen, parley.key)
      const words = `5000 tokens at ${speed} tokens per second, round ${round}`
      await begin(page, parley, words)
      await page.waitForTimeout(mayBeLost + 100 + random() * 1_000)
      const texts = await page.evaluate(() => window.textsOverTime ?? [])
      // Some hundredths of a second before the kill, never after it.
      const killedAt = Date.now()
      const url = page.url()
      await kill(context)
      const before = texts.findLast(({ at }) => at < killedAt - mayBeLost)?.text ?? ''
      expect(before).not.toBe('')
      seen = { url, words, before }
    }
    const context = await launch()
    const page = context.pages()[0] ?? (await context.newPage())
    if (seen) await expectKept(page, seen, parley.key)
    await expect(page.getByRole('region', { name: 'History' }).getByRole('link')).toHaveCount(kills)
    await context.close()
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

declare global {
  interface Window {
    /** What stood in the last reply, and when it was looked at; both by the page itself, so that no delay lies between. */
    textsOverTime?: { at: number; text: string }[]
  }
}

/** Asks in a new conversation, and has the page note its reply as it grows. */
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

async function expectKept(page: Page, { url, words, before }: Seen, key: string) {
  // A browser takes its time to store the key, too: it may not have outlived the kill.
  await page.goto(`${url}#key=${key}`)
  await expect(page.getByRole('article', { name: 'You' })).toContainText(words, { timeout: 15_000 })
  const reply = page.getByRole('article', { name: /^Reply/u })
  await expect(reply).toHaveAttribute('data-state', 'interrupted', { timeout: 15_000 })
  // Line breaks may stand elsewhere in what is drawn again.
  const plain = (text: string) => text.replace(/\s+/gu, ' ').trim()
  const length = async () => plain(await replyText(page).innerText()).length
  // A long text is drawn piece by piece.
  await expect.poll(length).toBeGreaterThanOrEqual(plain(before).length)
}

/** Ends the browser’s own process the hard way. */
async function kill(context: BrowserContext) {
  const session = await context.browser()?.newBrowserCDPSession()
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()))
  // Sent, and never answered: the process dies of it.
  void session?.send('Browser.crash').catch(() => undefined)
  await closed
}

test('two tabs on one conversation add to each other, and neither loses a word', async ({ page, parley, context }) => {
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
    // The last one, or before the other tab's where that went on from it.
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

test('a full storage is named, what was kept stays, and everything can be exported', async ({ page, parley }) => {
  test.slow()
  // The browser remembers for a while how much room there was: it must be little before the database is opened.
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
  const alert = page.getByRole('alert').filter({ hasText: 'storage for Parley is full' })
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

test('without storage the page works, and says that nothing is kept', async ({ page, parley }) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=${parley.key}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('hello')
  await message.press('Enter')
  await expect(page.getByRole('article', { name: /^Reply/u })).toHaveAttribute('data-state', 'done')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Conversations aren’t saved')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
