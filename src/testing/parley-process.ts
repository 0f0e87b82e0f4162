import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundledServer } from './bundle-server.ts'

/** The server as a child process that can receive signals. */
export interface ParleyProcess {
  baseUrl: string
  /** Its working directory: initially empty, deleted on disposal. */
  folder: string
  pid: number
  /** Everything written to stdout and stderr so far. */
  output(): string
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void
  /** Resolves to the exit code; null when a signal ended it. */
  exited: Promise<number | null>
  /** Kills it and cleans up. */
  [Symbol.asyncDispose](): Promise<void>
}

const sources = ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('serve.ts', import.meta.url))]

/**
 * Starts a process with these settings only, isolated from this environment. Resolves when it is ready. With local models, pass
 * 'sources': the bundle of the tests has neither the library nor the program of a model's process.
 */
export async function startParleyProcess(
  settings: Record<string, string>,
  from: 'bundle' | 'sources' = 'bundle',
): Promise<ParleyProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-process-'))
  const child = spawn(process.execPath, from === 'bundle' ? [bundledServer] : sources, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', PARLEY_DISCOVERY: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const address = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const link = /Open (http:\/\/\S+:\d+)\//.exec(output)?.[1]
        if (link !== undefined) resolve(link)
      })
    }
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it served:\n${output}`)))
  })
  // Not “exit”, which may come before the last output.
  const exited = once(child, 'close').then((): number | null => child.exitCode)
  const baseUrl = await address
  while (!(await fetch(`${baseUrl}/readyz`)).ok) await setTimeout(20)
  return {
    baseUrl,
    folder,
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
