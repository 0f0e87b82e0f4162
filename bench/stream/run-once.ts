import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { openCounters, type CounterReader } from './browser-counters.ts'
import { traceCommits, type CommitTrace } from './commit-trace.ts'
import type { Engine } from './engine.ts'
import type { EngineOrders } from './engine-orders.ts'
import { percentile } from './figures.ts'
import { installProbe } from './probe.ts'
import { endMark } from './reply-text.ts'
import type { Target } from './targets.ts'

/** One run's figures in seconds and megabytes, or milliseconds if the name says so. */
export interface Run {
  mainThread: number
  script: number
  style: number
  layout: number
  renderer: number
  longestTaskMs: number
  tasksOver50: number
  /** How much of the time the main thread was busy. Close to 1, the page can't keep up, and ratios say little. */
  busyShare: number
  framesPerSecond: number
  keyP95Ms: number
  heapGrowthMb: number
  /** From pressing Send until the whole reply is visible. */
  untilAllMs: number
}

/** A run that takes longer has failed. */
const limit = 420_000

/** The reply of a run, and the environment of its browser. */
export interface RunOptions {
  orders: EngineOrders
  environment: Record<string, string>
}

async function launch(environment: Record<string, string>): Promise<{ browser: Browser; page: Page }> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: chromiumArguments(),
    env: { ...process.env, ...environment },
  })
  return { browser, page: await browser.newPage({ viewport: { width: 1280, height: 800 } }) }
}

/** Milliseconds into the reply before a trace begins, so that the page is full of text, and how long it takes. */
const traceAfterMs = 4_000
const traceMs = 4_000

/** Opens a target in a fresh browser, sends a message, and traces commits in the middle of the reply. Nothing is typed. */
export async function traceOnce(
  target: Target,
  engine: Engine,
  { orders, environment }: RunOptions,
): Promise<CommitTrace> {
  await engine.order(orders)
  const { browser, page } = await launch(environment)
  try {
    await openAndType(page, target)
    await page.locator(target.send).click()
    if (target.pressed !== undefined) await page.locator(target.pressed).click()
    await pause(traceAfterMs)
    return await traceCommits(browser, () => pause(traceMs))
  } finally {
    await browser.close()
  }
}

/** Opens a target in a fresh browser, sends a message, and measures until the whole reply is in the page. */
export async function runOnce(target: Target, engine: Engine, { orders, environment }: RunOptions): Promise<Run> {
  await engine.order(orders)
  const { browser, page } = await launch(environment)
  try {
    // tsx wraps functions in a `__name` helper that the page doesn't have.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(installProbe, { reply: target.reply, replies: target.replies, endMark })
    const counters = await openCounters(browser, page)
    await openAndType(page, target)
    await counters.collectGarbage()
    let before = await counters.read()
    await page.evaluate(() => window.benchProbe.start())
    let begun = Date.now()
    await page.locator(target.send).click()
    if (target.pressed !== undefined) await page.locator(target.pressed).click()
    await page.locator(target.message).focus()
    if (orders.head > 0) {
      await untilResting(engine)
      before = await counters.read()
      await page.evaluate(() => window.benchProbe.restart())
      begun = Date.now()
    }
    await typeUntilComplete(page, counters)
    // Include the page's remaining work after the last token.
    await pause(900)
    const after = await counters.read()
    const seen = await page.evaluate(() => window.benchProbe.report())
    await counters.collectGarbage()
    const { heap } = await counters.read()
    return {
      mainThread: after.mainThread - before.mainThread,
      script: after.script - before.script,
      style: after.style - before.style,
      layout: after.layout - before.layout,
      renderer: after.renderer - before.renderer,
      longestTaskMs: Math.max(0, ...seen.longTasks),
      tasksOver50: seen.longTasks.length,
      busyShare: (after.mainThread - before.mainThread) / ((seen.endAt - begun) / 1000),
      framesPerSecond: seen.frames / ((seen.endAt - begun) / 1000),
      keyP95Ms: percentile(seen.keys, 0.95),
      heapGrowthMb: (heap - before.heap) / 1e6,
      untilAllMs: seen.endAt - begun,
    }
  } finally {
    await browser.close()
  }
}

async function openAndType(page: Page, { url, message }: Target): Promise<void> {
  await page.goto(url)
  await page.locator(message).click()
  await page.keyboard.type('hello there')
  await pause(700)
}

/** Waits until the immediate tokens are visible and the page is idle. */
async function untilResting(engine: Engine): Promise<void> {
  let { phase } = await engine.report()
  while (phase === 'idle') {
    await pause(30)
    ;({ phase } = await engine.report())
  }
  // If the page was busy beyond the pause, the tail can't be measured separately.
  if (phase !== 'resting') throw new Error('The page was still busy with the part before.')
  await pause(2600)
}

/** Presses a key four times per second, like a person typing, until the reply is complete. */
async function typeUntilComplete(page: Page, counters: CounterReader): Promise<void> {
  const deadline = Date.now() + limit
  let pending = 0
  while (Date.now() < deadline) {
    await pause(250)
    if ((await page.evaluate(() => window.benchProbe.report().endAt)) > 0) return
    if (pending > 4) continue
    pending += 1
    void counters
      .pressKey()
      .catch(() => undefined)
      .finally(() => (pending -= 1))
  }
  throw new Error('The reply was not complete in time.')
}
