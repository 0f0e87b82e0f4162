import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Done, Ready, Task, Usage } from './messages.ts'

type Message = Partial<Ready & Usage & Done>

/** A process of the bench. */
export interface Child {
  port: number
  usage(): Promise<Usage['usage']>
  /** For the load process: resolves when the task is done. */
  run(task: Task): Promise<Done['done']>
  stop(): Promise<void>
}

interface Start {
  /** Beside this file, or absolute. TypeScript costs a loader, which nothing that is measured should have. */
  file: string
  args?: readonly string[]
  /** For Node itself. */
  nodeArgs?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** For programs that do not say when they are ready: an address on this machine that then answers with success. */
  readyAt?: { port: number; path: string }
}

/** Loaded into each process ahead of its own code, so that any program can be asked what it has used, and ends with us. */
const probe = `data:text/javascript,${encodeURIComponent(`
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({ usage: { cpu: user + system, rss: process.memoryUsage.rss() } })
  })
  process.on('disconnect', () => process.exit())
`)}`

/** Starts a file in a process of its own. Rejects when it ends, or half a minute passes, before it is ready. */
export async function startChild({ file, args = [], nodeArgs = [], env = {}, readyAt }: Start): Promise<Child> {
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
  const ready = readyAt ? answering(readyAt) : next(child, ({ ready: told }) => told?.port)
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
      reject(new Error('A process of the bench ended too early.'))
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
