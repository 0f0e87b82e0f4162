import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test as base, type Page } from '@playwright/test'

/** A running Parley: the real service and the built page, as `npm start` serves them. */
export interface Parley {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  baseUrl: string
  /** The link printed at the start, with the key in it. */
  link: string
  key: string
  /** Waits for a line of its output that matches, whether printed already or not. */
  logLine(pattern: RegExp): Promise<string>
  stop(): Promise<void>
}

/** Starts the built Parley on a free port, with no engine but the built-in one unless the settings name another. */
export async function startParley(settings: Record<string, string> = {}): Promise<Parley> {
  const { PATH = '', HOME = '', PARLEY_PAGE_FOLDER = '' } = process.env
  // What `npm start` runs, once built.
  const child = spawn(process.execPath, ['build/server/main.js'], {
    // Not the whole environment: a developer's own keys and engines must not change what is tested.
    env: { PATH, HOME, PARLEY_PAGE_FOLDER, HOST: '127.0.0.1', PORT: '0', PARLEY_DISCOVERY: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = readLines(child)
  const line = await output.find(/#key=/u)
  const link = /http:\S+#key=\S+/u.exec(line)?.[0]
  if (link === undefined) throw new Error(`No link in: ${line}`)
  // Until then the engines' models are not known.
  await output.find(/models? (?:is|are) published/u)
  const url = new URL(link)
  return {
    baseUrl: url.origin,
    link,
    key: new URLSearchParams(url.hash.slice(1)).get('key') ?? '',
    logLine: (pattern) => output.find(pattern),
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
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

/** Tests get one Parley per worker, and a page whose every problem fails the test. */
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
      // The browser itself reports each refused request; those are part of the tests.
      const refused = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !refused) problems.push(message.text())
    })
    await use(page)
    if (problems.length > 0) throw new Error(`The page reported problems:\n${problems.join('\n')}`)
  },
})
