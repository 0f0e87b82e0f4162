import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type CDPSession, type Page, chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { startParley } from '#e2e/parley.ts'
import { pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'

const help = `npm run bench:experiments -- [--variants 6] [--cases 200] [--repeats 5] [--seconds 30]
Runs an experiment in the built page (npm run build) against an engine with a steady pace, opens it again, filters it and
imports 10,000 cases. Nothing else should be running.`

/**
 * Replies that stream at once. A browser opens six connections to a host, so the engine has three names, each a
 * connection of its own.
 */
const atOnce = 18
const hosts = ['a.localhost', 'b.localhost', 'c.localhost']
/** For a page of another origin. */
const anyOrigin = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
/** Milliseconds between two pieces of a reply while it is measured: 40 a second. */
const measuredPace = 25
const piecesPerReply = 40
// About 1,000 characters in all.
const importedRows = 10_000

declare global {
  interface Window {
    benchFrames: { times: number[]; longTasks: number[]; reset(): void }
  }
}

/** Runs in the page before its scripts: collects the time between frames, and tasks over 50 ms. */
function installProbe(): void {
  const probe = {
    times: [] as number[],
    longTasks: [] as number[],
    reset: () => Object.assign(probe, { times: [], longTasks: [] }),
  }
  window.benchFrames = probe
  new PerformanceObserver((list) => probe.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe(
    {
      type: 'longtask',
    },
  )
  let before = performance.now()
  const onFrame = (now: number) => {
    probe.times.push(now - before)
    before = now
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      variants: { type: 'string', default: '6' },
      cases: { type: 'string', default: '200' },
      repeats: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '30' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const [variants, cases, repeats] = [Number(values.variants), Number(values.cases), Number(values.repeats)]

  let pace = measuredPace
  let streaming = 0
  const engine = await startEnginePlayer(({ request, body, response }) => {
    response.writeHead(200, anyOrigin)
    if (request.method === 'OPTIONS') return void response.end()
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const asked = messages.at(-1)?.content ?? ''
    streaming += 1
    void (async () => {
      for (let piece = 0; piece < piecesPerReply; piece += 1) {
        response.write(pieceFrame(piece === 0 ? `${asked} ` : `and it was noted at ${piece} `))
        await sleep(pace)
      }
      response.end(`${pieceFrame('', 'stop')}data: [DONE]\n\n`)
      streaming -= 1
    })()
  })
  const parley = await startParley()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: chromiumArguments(),
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    // tsx wraps functions in a `__name` helper that the page doesn't have.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(installProbe)
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Performance.enable')

    await page.goto(parley.link)
    await importExperiment(page, parley.baseUrl, definitionOf({ variants, cases, repeats }, engine.baseUrl))
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.locator('[role=gridcell][data-state=running]').nth(2).waitFor()
    await sleep(3_000)
    await measureRun(page, devTools, { seconds: Number(values.seconds), streaming: () => streaming })

    pace = 0
    const rest = performance.now()
    const before = engine.played.length
    await page.getByText(/^Finished: /u).waitFor({ timeout: 600_000 })
    const perSecond = (engine.played.length - before) / ((performance.now() - rest) / 1_000)
    console.log(`then without a pause between pieces: ${perSecond.toFixed(0)} calls a second`)
    await devTools.send('HeapProfiler.collectGarbage')
    report('heap with all results', (await metric(devTools, 'JSHeapUsedSize')) / 1e6, 'MB', 250)

    await measureReading(page, devTools)
    await measureImport(page)
  } finally {
    await browser.close()
    await parley.stop()
    engine.close()
  }
}

/** Cases that the engine's replies meet in part, so that cells pass and fail. */
function definitionOf(
  { variants, cases, repeats }: Record<'variants' | 'cases' | 'repeats', number>,
  engineUrl: string,
): string {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => at)
  return JSON.stringify({
    parleyExperiment: 1,
    name: 'Bench',
    prompt: { messages: [{ role: 'user', content: 'Summarise {{text}} in one sentence.' }] },
    variants: numbered(variants).map((at) => ({
      id: `v${at}`,
      name: `Variant ${at + 1}`,
      connection: engineUrl.replace('127.0.0.1', hosts[at % hosts.length] ?? ''),
      model: 'tiny',
      parameters: { temperature: at / 10 },
    })),
    baseline: 'v0',
    cases: numbered(cases).map((at) => ({
      id: `c${at}`,
      values: { text: `note number ${at + 1} about ${'a delivery that was late '.repeat(4)}` },
      expected: `note number ${at % 2 === 0 ? at + 1 : 0} about`,
    })),
    repeats,
    assertions: [
      { type: 'contains', value: '{{expected}}' },
      { type: 'max-length', value: '8000' },
      { type: 'not-contains', value: 'sorry' },
    ],
    concurrency: atOnce / hosts.length,
  })
}

async function importExperiment(page: Page, baseUrl: string, definition: string): Promise<void> {
  await page.goto(`${baseUrl}/experiments`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('File').setInputFiles({
    name: 'bench.json',
    mimeType: 'application/json',
    buffer: Buffer.from(definition),
  })
  await dialog.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('status', { name: 'Estimate' }).filter({ hasText: 'calls' }).waitFor()
  await page.getByRole('button', { name: 'Hide setup' }).click()
}

async function measureRun(
  page: Page,
  devTools: CDPSession,
  { seconds, streaming }: { seconds: number; streaming: () => number },
): Promise<void> {
  await page.evaluate(() => window.benchFrames.reset())
  const before = await metric(devTools, 'TaskDuration')
  const start = performance.now()
  let mostHeap = 0
  while (performance.now() - start < seconds * 1_000) {
    await sleep(1_000)
    await followRun(page)
    mostHeap = Math.max(mostHeap, await metric(devTools, 'JSHeapUsedSize'))
  }
  const shown = await page.locator('[role=gridcell][data-state=running]').count()
  const busy = (await metric(devTools, 'TaskDuration')) - before
  const { times, longTasks } = await page.evaluate(() => window.benchFrames)
  console.log(
    `${streaming()} replies streamed at ${1_000 / measuredPace} pieces a second for ${seconds} s, ${shown} cells with them drawn`,
  )
  report('time between frames, p95', quantile(times, 0.95), 'ms', 20)
  report('main thread busy', (busy / ((performance.now() - start) / 1_000)) * 100, '%', 50)
  report('heap while running, most', mostHeap / 1e6, 'MB', 250)
  console.log(`  tasks over 50 ms: ${longTasks.length}, longest ${Math.max(0, ...longTasks).toFixed(0)} ms`)
}

/** Scrolls to the cells that stream, so that they are drawn. */
async function followRun(page: Page): Promise<void> {
  await page.evaluate(() => {
    const grid = document.querySelector('[role=grid][aria-label=Results]')
    const bar = document.querySelector('[role=progressbar]')
    const done = Number(bar?.ariaValueNow) / Number(bar?.ariaValueMax)
    grid?.scrollTo(0, done * grid.scrollHeight - grid.clientHeight / 2)
  })
}

async function measureReading(page: Page, devTools: CDPSession): Promise<void> {
  const address = page.url()
  await page.goto(new URL('/experiments', address).href)
  await page.getByRole('link', { name: 'Bench' }).hover()
  await sleep(1_000)
  const opening = await timed(page, () => page.getByRole('link', { name: 'Bench' }).click(), {
    selector: '[role=gridcell][data-state=pass], [role=gridcell][data-state=fail]',
  })
  report('opening, until cells are judged', opening, 'ms', 1_000)
  await page.getByRole('status', { name: 'Estimate' }).filter({ hasText: '0 calls' }).waitFor()
  await sleep(1_000)
  await devTools.send('HeapProfiler.collectGarbage')
  report('heap after opening', (await metric(devTools, 'JSHeapUsedSize')) / 1e6, 'MB', 250)

  const filter = page.getByRole('combobox', { name: 'Filter' })
  const search = page.getByRole('searchbox', { name: 'Search results' })
  const rows = (count: number) => ({ selector: `[role=grid][aria-rowcount="${count + 1}"]` })
  const all = Number(await page.getByRole('grid', { name: 'Results' }).getAttribute('aria-rowcount')) - 1
  const filtering: number[] = []
  for (let round = 0; round < 3; round += 1) {
    filtering.push(await timed(page, () => filter.selectOption('Failing'), rows(all / 2)))
    filtering.push(await timed(page, () => filter.selectOption('All'), rows(all)))
    filtering.push(await timed(page, () => search.fill('note number 123'), rows(1)))
    filtering.push(await timed(page, () => search.fill(''), rows(all)))
  }
  report('filter or search, until shown, median', quantile(filtering, 0.5), 'ms', 100)
  console.log(`  longest ${Math.max(...filtering).toFixed(0)} ms`)
  const moving = await timed(
    page,
    async () => {
      await page.getByRole('button', { name: 'Column Variant 1' }).click()
      await page.getByRole('menuitem', { name: 'Move right' }).click()
    },
    { selector: '[role=columnheader]:nth-of-type(2)', text: 'Variant 2' },
  )
  report('moving a column, with its menu', moving, 'ms', 200)
}

async function measureImport(page: Page): Promise<void> {
  await page.goto(new URL('/experiments', page.url()).href)
  await page.getByRole('button', { name: 'New experiment' }).click()
  await page.getByRole('textbox', { name: 'User prompt' }).fill('Summarise {{text}}.')
  await page.getByRole('button', { name: 'Import' }).click()
  const rows = Array.from({ length: importedRows }, (_, at) => `"note number ${at} about, a delivery",note ${at}`)
  const buffer = Buffer.from(['text,expected', ...rows].join('\n'))
  const dialog = page.getByRole('dialog')
  await sleep(1_000)
  await page.evaluate(() => window.benchFrames.reset())
  const reading = await timed(
    page,
    () => dialog.getByLabel('File').setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer }),
    { selector: 'dialog [role=status]', text: '10,000' },
  )
  const adding = await timed(page, () => dialog.getByRole('button', { name: 'Import' }).click(), {
    selector: `[role=table][aria-rowcount="${importedRows + 1}"], table[aria-rowcount="${importedRows + 1}"]`,
  })
  // Saving and counting the calls follow after pauses.
  await page.getByRole('status', { name: 'Estimate' }).filter({ hasText: 'calls' }).waitFor()
  await sleep(1_000)
  report(`reading ${importedRows} rows of CSV and adding them`, reading + adding, 'ms', 1_000)
  const longTasks = await page.evaluate(() => window.benchFrames.longTasks)
  console.log(`  tasks over 50 ms: ${longTasks.length}, longest ${Math.max(0, ...longTasks).toFixed(0)} ms; goal none`)
}

/** Milliseconds in the page from the first event that `act` causes until an element is there and painted. */
async function timed(
  page: Page,
  act: () => Promise<unknown>,
  { selector, text = '' }: { selector: string; text?: string },
): Promise<number> {
  const shown = page.evaluate(
    ([sought, words]) =>
      new Promise<number>((resolve) => {
        let start: number | undefined
        const onEvent = ({ timeStamp }: Event) => {
          start ??= timeStamp
        }
        for (const type of ['pointerdown', 'input', 'change'])
          addEventListener(type, onEvent, { capture: true, once: true })
        const look = () => {
          const isThere = [...document.querySelectorAll(sought)].some((each) => each.textContent.includes(words))
          if (start !== undefined && isThere) {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve(performance.now() - (start ?? 0)))
            port1.start()
            port2.postMessage(null)
          } else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    [selector, text] as const,
  )
  await act()
  return shown
}

async function metric(devTools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function report(what: string, value: number, unit: string, goal: number): void {
  console.log(`${what}: ${value.toFixed(1)} ${unit} (goal ≤ ${goal}, ${(value / goal).toFixed(2)} ×)`)
}

await main()
