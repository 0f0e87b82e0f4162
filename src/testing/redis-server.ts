import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { requireProgram } from './server-programs.ts'

/** A Redis or Valkey server for tests: on loopback, on a port of its own, keeping nothing on disk. */
export interface RedisServer {
  /** Without a password, such as `redis://127.0.0.1:6380`. */
  readonly url: string
  /** Ends it at once, as a crash would. */
  stop(): Promise<void>
  /** Starts it again on the same port, without data. */
  start(): Promise<void>
  /** Keeps its connections open but answers nothing, until `resume`. */
  pause(): void
  resume(): void
  /** Ends it and deletes its folder. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a server. `options` are further arguments, such as `--requirepass`. Resolves when it answers. */
export async function startRedisServer(...options: string[]): Promise<RedisServer> {
  const program = requireProgram('redis')
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'))
  const port = await freePort()
  const fixed = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'no']

  let server = await launch()

  async function launch() {
    const child = spawn(program, [...fixed, ...options], { cwd: folder, stdio: 'ignore' })
    const ended = once(child, 'exit')
    for (let tries = 0; !(await answers(port)); tries++) {
      if (child.exitCode !== null || tries > 500) throw new Error(`${program} doesn’t answer on port ${port}.`)
      await setTimeout(20)
    }
    return { child, ended }
  }

  async function stop() {
    server.child.kill('SIGKILL')
    await server.ended
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    async start() {
      server = await launch()
    },
    pause: () => void server.child.kill('SIGSTOP'),
    resume: () => void server.child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether a server speaks Redis's protocol on this port, with or without a password. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('data', () => socket.destroy())
  })
}
