import type { Browser } from '@playwright/test'

/** What the main thread does per commit, in milliseconds. */
export interface CommitTrace {
  /** Frames in which the page painted, per second. */
  perSecond: number
  script: number
  style: number
  layout: number
  /** Finding what changed, recording it, and updating the layers. */
  paint: number
  /** All tasks, with what is not listed above. */
  all: number
  /** Processor time of these tasks: the rest of `all` is waiting for a core. */
  processor: number
}

/** Events of the main thread by the row that they count in. */
const rows: Readonly<Record<string, 'script' | 'style' | 'layout' | 'paint' | 'all'>> = {
  FunctionCall: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  'ThreadControllerImpl::RunTask': 'all',
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds, as are the following. */
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** Traces the page while `during` runs. */
export async function traceCommits(browser: Browser, during: () => Promise<void>): Promise<CommitTrace> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'], excludedCategories: ['*'] },
  })
  const start = performance.now()
  await during()
  const seconds = (performance.now() - start) / 1000
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return sumUp(events, seconds)
}

function sumUp(events: readonly TraceEvent[], seconds: number): CommitTrace {
  const isOf = (thread: TraceEvent) => (event: TraceEvent) => event.pid === thread.pid && event.tid === thread.tid
  const main = events.find(
    (event) =>
      event.name === 'thread_name' &&
      event.args.name === 'CrRendererMain' &&
      events.some((each) => each.name === 'Layerize' && isOf(event)(each)),
  )
  if (!main) throw new Error('The trace has no page that painted.')
  const timed = events.filter((event) => event.ph === 'X' && isOf(main)(event)).toSorted((a, b) => a.ts - b.ts)
  const sums = { script: 0, style: 0, layout: 0, paint: 0, all: 0, processor: 0 }
  const endOf: Record<string, number> = {}
  for (const { name, ts, dur = 0, tdur = 0 } of timed) {
    const row = rows[name]
    // Not an event within one of the same row, such as the parts of one paint.
    if (row === undefined || ts < (endOf[row] ?? 0)) continue
    endOf[row] = ts + dur
    sums[row] += dur / 1000
    if (row === 'all') sums.processor += tdur / 1000
  }
  const commits = timed.filter(({ name }) => name === 'Layerize').length
  const { script, style, layout, paint, all, processor } = sums
  const per = (sum: number) => sum / commits
  return {
    perSecond: commits / seconds,
    script: per(script),
    style: per(style),
    layout: per(layout),
    paint: per(paint),
    all: per(all),
    processor: per(processor),
  }
}
