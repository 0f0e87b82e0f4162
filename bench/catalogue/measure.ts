import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { installProbe, type KeySeen } from './probe.ts'

/** A measured page. */
export interface Target {
  name: 'parley' | 'naive'
  /** The catalogue's address, including the key. */
  url: string
  /** CSS selector of the scroll container. */
  scroller: string
  /** Words that are typed and deleted again. */
  typed?: readonly string[]
}

/** One run's figures: milliseconds, frames per second, megabytes. */
export interface Run {
  firstRowsMs: number
  keyToFrameP95: number
  keyToCountP95: number
  framesPerSecond: number
  heapMb: number
  models: string
}

// Not that of the notices, which only screen readers see.
const count = '[role="status"]:not(.sr-only)'
const row = '[data-place]'
/** Search terms, and one with a typo. */
const someWords = ['claude pro', 'mistrla', 'sonnet 70b', 'o']

/** Measures a target in a new browser. The processor is throttled `throttle` times while typing. */
export async function measure(target: Target, throttle: number): Promise<Run> {
  const browser = await launch()
  try {
    const firstRowsMs = await timeUntil(browser, target.url, row)
    const { page, session } = await openPage(browser, row)
    await page.goto(target.url)
    await page.locator(row).first().waitFor({ timeout: 180_000 })
    await pause(1500)
    const framesPerSecond = await scroll(page, session, target.scroller)
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const heapMb = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6
    const models = (await page.locator(count).first().textContent()) ?? ''
    const keys = await type(page, session, throttle, target.typed ?? someWords)
    return {
      firstRowsMs,
      keyToFrameP95: percentile(keys.map((key) => key.frame)),
      keyToCountP95: percentile(keys.flatMap((key) => key.count ?? [])),
      framesPerSecond,
      heapMb,
      models,
    }
  } finally {
    await browser.close()
  }
}

/** Milliseconds from navigation to the frame that shows the expected element. */
export async function timeToShow(url: string, shown: string): Promise<number> {
  const browser = await launch()
  try {
    return await timeUntil(browser, url, shown)
  } finally {
    await browser.close()
  }
}

function launch(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: chromiumArguments() })
}

async function timeUntil(browser: Browser, url: string, shown: string): Promise<number> {
  const { page } = await openPage(browser, shown)
  await page.goto(url, { timeout: 180_000 })
  await page.waitForFunction(() => window.catalogueProbe.shownAt > 0, undefined, { timeout: 180_000 })
  const at = await page.evaluate(() => window.catalogueProbe.shownAt)
  await page.context().close()
  return at
}

async function openPage(browser: Browser, shown: string): Promise<{ page: Page; session: CDPSession }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // tsx wraps functions in a `__name` helper that the page doesn't have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(installProbe, { shown, count })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return { page, session }
}

async function scroll(page: Page, session: CDPSession, scroller: string): Promise<number> {
  const box = await page.locator(scroller).first().boundingBox()
  if (!box) return Number.NaN
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const frames = page.evaluate(() => window.catalogueProbe.countFrames(3000))
  const until = Date.now() + 3000
  while (Date.now() < until) {
    await session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY: 120 })
    await pause(16)
  }
  return frames
}

async function type(page: Page, session: CDPSession, throttle: number, typed: readonly string[]): Promise<KeySeen[]> {
  await page.getByRole('searchbox', { name: 'Search models' }).click()
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await pause(500)
  for (const words of typed) {
    for (const letter of words) await press(page, letter)
    for (let left = words.length; left > 0; left--) await press(page, 'Backspace')
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return page.evaluate(() => window.catalogueProbe.keys)
}

/** Types one key at a time at a steady pace, waiting for the count after each. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key === ' ' ? 'Space' : key)
  await pause(250)
}

function percentile(values: readonly number[], share = 0.95): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
