import type { Browser, CDPSession, Page } from '@playwright/test'

/** A page's counters since its start. Seconds and bytes. */
export interface Counters {
  /** Time the main thread was busy. */
  mainThread: number
  /** Of that: script, recalculation of styles, and layout. Most of the rest is paint. */
  script: number
  style: number
  layout: number
  /** Processor time of all renderer threads, so that work in a worker counts too. */
  renderer: number
  heap: number
}

export interface CounterReader {
  read(): Promise<Counters>
  collectGarbage(): Promise<void>
  /** Presses one key without waiting for the page to handle it. */
  pressKey(): Promise<void>
}

/** Reads the counters through the DevTools protocol. */
export async function openCounters(browser: Browser, page: Page): Promise<CounterReader> {
  const whole = await browser.newBrowserCDPSession()
  const ofPage: CDPSession = await page.context().newCDPSession(page)
  await ofPage.send('Performance.enable')
  return {
    async read() {
      const { metrics } = await ofPage.send('Performance.getMetrics')
      const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
      const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
      return {
        mainThread: valueOf('TaskDuration'),
        script: valueOf('ScriptDuration'),
        style: valueOf('RecalcStyleDuration'),
        layout: valueOf('LayoutDuration'),
        renderer: processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0),
        heap: valueOf('JSHeapUsedSize'),
      }
    },
    async collectGarbage() {
      await ofPage.send('HeapProfiler.collectGarbage')
    },
    async pressKey() {
      const key = { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65 }
      await ofPage.send('Input.dispatchKeyEvent', { type: 'keyDown', text: 'a', ...key })
      await ofPage.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    },
  }
}
