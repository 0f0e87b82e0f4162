import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A real Redis on loopback, without persistence. */
export interface RedisServer {
  readonly url: string
  /** Ends it at once. */
  stop(): Promise<void>
  /** Starts it again on the same port, without data. */
  start(): Promise<void>
  /** Ends it and deletes its folder. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts `redis-server` on a free port, with further arguments such as `--requirepass`. Resolves when it accepts connections. */
export async function startRedisServer(...options: string[]): Promise<RedisServer> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'))
  const fixed = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder]

  async function launch() {
    const child = spawn('redis-server', [...fixed, ...options], { stdio: 'ignore' })
    const exited = once(child, 'exit')
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error('redis-server ended before it served.')
      await setTimeout(20)
    }
    return { child, exited }
  }
  let running = await launch()

  async function stop() {
    running.child.kill('SIGKILL')
    await running.exited
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    async start() {
      running = await launch()
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No free port.')
  return address.port
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
