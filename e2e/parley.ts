import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, type Page } from '@playwright/test'

/** A running Parley: service and built page, as in `npm start`. */
export interface Parley {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  baseUrl: string
  /** The printed link, including the key. */
  link: string
  key: string
  /** Resolves to the first matching line of output, past or future. */
  logLine(pattern: RegExp): Promise<string>
  stop(): Promise<void>
}

/** Starts the built Parley on a free port, by default with the built-in engine only. */
export async function startParley(settings: Record<string, string> = {}): Promise<Parley> {
  const { PATH = '', HOME = '', PARLEY_PAGE_FOLDER = '' } = process.env
  const store = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
  // Isolated from the developer's own keys, usage and engines.
  const own = { HOST: '127.0.0.1', PORT: '0', PARLEY_DISCOVERY: 'off', PARLEY_STORE: `file:${store}` }
  const child = spawn(process.execPath, ['build/server/main.js'], {
    env: { PATH, HOME, PARLEY_PAGE_FOLDER, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = readLines(child)
  const line = await output.find(/#key=/u)
  const link = /http:\S+#key=\S+/u.exec(line)?.[0]
  if (link === undefined) throw new Error(`No link in: ${line}`)
  // Until then, the engines' models aren't loaded.
  await output.find(/models? (?:is|are) published/u)
  const url = new URL(link)
  return {
    baseUrl: url.origin,
    link,
    key: new URLSearchParams(url.hash.slice(1)).get('key') ?? '',
    logLine: (pattern) => output.find(pattern),
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(store, { recursive: true, force: true })
    },
  }
}

function readLines(child: ChildProcess) {
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const wake = () => waiting.forEach((check) => check())
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      wake()
    })
  }
  child.on('exit', wake)
  return {
    find: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const check = () => {
          const found = lines.find((line) => pattern.test(line))
          if (found === undefined && child.exitCode === null) return
          waiting.delete(check)
          if (found === undefined) reject(new Error(`Parley ended without a line like ${String(pattern)}`))
          else resolve(found)
        }
        waiting.add(check)
        check()
      }),
  }
}

/** Tests with one Parley per worker. Errors and console errors of the page fail the test. */
export const test = base.extend<{ page: Page }, { parley: Parley }>({
  parley: [
    async ({}, use) => {
      const parley = await startParley()
      await use(parley)
      await parley.stop()
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      // The browser logs failed requests, which some tests cause on purpose.
      const refused = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !refused) problems.push(message.text())
    })
    await use(page)
    // A request that is still on its way when a test ends would fail the test with its route.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (problems.length > 0) throw new Error(`The page reported problems:\n${problems.join('\n')}`)
  },
})
