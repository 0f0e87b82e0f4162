import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A built Parley, page and service, that can be killed and restarted. */
export interface RestartableParley {
  port(): number
  key: string
  /** Kills it with SIGKILL, like a crash. */
  kill(): Promise<void>
  /** Restarts it on the same port. */
  start(): Promise<void>
}

/** Starts it with additional settings. */
export async function startRestartableParley(settings: Record<string, string>): Promise<RestartableParley> {
  const { PATH = '', HOME = '', PARLEY_PAGE_FOLDER = '' } = process.env
  const key = 'fault-injection-key'
  // Kept over restarts, and left to the system to delete.
  const store = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
  let child: ChildProcess | undefined
  let port = 0

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ['build/server/main.js'], {
      env: {
        PATH,
        HOME,
        PARLEY_PAGE_FOLDER,
        HOST: '127.0.0.1',
        PORT: String(port),
        PARLEY_DISCOVERY: 'off',
        PARLEY_API_KEYS: key,
        PARLEY_STORE: `file:${store}`,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    let output = ''
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    for (;;) {
      port = Number(/Open http:\/\/[^/]*:(\d+)/u.exec(output)?.[1] ?? 0) || port
      const isReady = output.includes('Open ') && (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
      if (isReady) return
      if (started.exitCode !== null) throw new Error(`Parley ended before it was ready:\n${output}`)
      await pause(20)
    }
  }

  await start()
  return {
    port: () => port,
    key,
    start,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
