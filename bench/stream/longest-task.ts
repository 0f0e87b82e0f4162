import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of processor time, if the thread's clock is known. */
  tdur?: number
  args: { name?: string }
}

/**
 * Processor time in milliseconds of the longest main-thread task while `act` ran. Unlike wall-clock time, this doesn't
 * depend on other programs.
 */
export async function longestTaskDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  let trace: Buffer
  try {
    await act()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)))
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000
}

/** How many times slower this machine is than the one the limits were set on; at least 1. */
export async function slowness(browser: Browser, page: Page): Promise<number> {
  const spin = () =>
    page.evaluate(() => {
      let mixed = 1
      for (let round = 0; round < 60_000_000; round += 1) mixed = (Math.imul(mixed, 1_664_525) + 1_013_904_223) | 0
      return mixed
    })
  const took = await longestTaskDuring(browser, page, async () => void (await spin()))
  return Math.max(1, took / 75)
}
