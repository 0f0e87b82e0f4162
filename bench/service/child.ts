import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Done, Ready, Task, Usage } from './messages.ts'

type Message = Partial<Ready & Usage & Done>

/** A child process of the benchmark. */
export interface Child {
  port: number
  usage(): Promise<Usage['usage']>
  /** Load process only: resolves when the task is done. */
  run(task: Task): Promise<Done['done']>
  stop(): Promise<void>
}

interface ChildOptions {
  /** Relative to this folder, or absolute. Measured programs must be JavaScript, since a TypeScript loader costs memory. */
  file: string
  args?: readonly string[]
  nodeArgs?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** For programs that don't send a ready message: a local address that answers with success once they are ready. */
  readyAt?: { port: number; path: string }
}

/** Preloaded into each process: reports its usage, and exits when the benchmark does. */
const probe = `data:text/javascript,${encodeURIComponent(`
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({ usage: { cpu: user + system, rss: process.memoryUsage.rss() } })
  })
  process.on('disconnect', () => process.exit())
`)}`

/** Starts a file as a child process. Rejects if it exits, or isn't ready within 30 s. */
export async function startChild({ file, args = [], nodeArgs = [], env = {}, readyAt }: ChildOptions): Promise<Child> {
  const child = fork(resolve(import.meta.dirname, file), args, {
    execArgv: [
      ...nodeArgs,
      ...(process.env['BENCH_NODE_ARGS']?.split(' ') ?? []),
      ...(file.endsWith('.ts') ? ['--import', 'tsx'] : []),
      '--import',
      probe,
    ],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ready = readyAt ? answering(readyAt) : next(child, (message) => message.ready?.port)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with code ${String(code)} before it was ready.`)
  })
  try {
    return {
      port: await Promise.race([ready, ended]),
      async usage() {
        if (!child.connected) throw new Error(`${file} has ended.`)
        child.send('usage')
        return next(child, ({ usage }) => usage)
      },
      run(task) {
        child.send(task)
        return next(child, ({ done }) => done)
      },
      async stop() {
        ended.catch(() => undefined)
        if (child.exitCode !== null) return
        child.disconnect()
        const killing = setTimeout(() => child.kill('SIGKILL'), 3000)
        await once(child, 'exit')
        clearTimeout(killing)
      },
    }
  } catch (reason) {
    child.kill('SIGKILL')
    throw reason
  }
}

function next<T>(child: ChildProcess, pick: (message: Message) => T | undefined): Promise<T> {
  return new Promise((settle, reject) => {
    const take = (message: unknown) => {
      if (typeof message !== 'object' || message === null) return
      const picked = pick(message)
      if (picked === undefined) return
      leave()
      settle(picked)
    }
    const fail = () => {
      leave()
      reject(new Error('A benchmark process exited too early.'))
    }
    const leave = () => {
      child.off('message', take)
      child.off('exit', fail)
    }
    child.on('message', take)
    child.on('exit', fail)
  })
}

async function answering({ port, path }: { port: number; path: string }): Promise<number> {
  const until = performance.now() + 30_000
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return port
    if (performance.now() > until) throw new Error('It was not ready within 30 seconds.')
    await new Promise((wake) => setTimeout(wake, 100))
  }
}
