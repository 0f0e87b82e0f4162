import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** The whole of Parley, page and service, which can be killed and started again at any moment. */
export interface RestartedParley {
  port(): number
  key: string
  /** Ends it without a farewell, as a crash or a power cut does. */
  kill(): Promise<void>
  /** Starts it again, on the same port. */
  start(): Promise<void>
}

/** Starts it with these settings beside its own. */
export async function startRestartedParley(settings: Record<string, string>): Promise<RestartedParley> {
  const { PATH = '', HOME = '', PARLEY_PAGE_FOLDER = '' } = process.env
  const key = 'key-of-the-campaign'
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
