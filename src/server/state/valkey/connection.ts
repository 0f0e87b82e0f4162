import type { Redis } from 'iovalkey'
import type { Log } from '#service/service-context.ts'
import { type Script, accountScript } from './scripts.ts'

/** The server doesn't answer, or refuses our commands. */
export class ValkeyUnavailable extends Error {
  override readonly name = 'ValkeyUnavailable'
}

/** A connection that is made again in the background whenever it is lost. */
export interface ValkeyConnection {
  /** Whether commands are worth trying. */
  readonly isUp: boolean
  /** Why it isn't; undefined if it is up. Never contains the password. */
  readonly problem: string | undefined
  /** Runs a script. Rejects with `ValkeyUnavailable` at once if the connection is down, or when it is lost meanwhile. */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>
  /** Calls the listener whenever the connection is up again. */
  onUp(listener: () => void): void
  close(): void
}

interface ConnectionOptions {
  /** `redis://`, `rediss://` or `valkey://`, with the password if there is one. */
  url: string
  log: Log
  /** How long commands may go unanswered before the connection counts as lost, in milliseconds. */
  silenceMs?: number
  /** How long to wait between two attempts to connect. */
  retryMs?: number
}

const probeKey = 'parley:limits:probe'
/** Silence is measured in timer ticks, not elapsed time, so that a busy process doesn't blame the server. */
const ticksOfSilence = 5

/** Connects. Resolves when the first attempt has succeeded or failed; never rejects. */
export async function connectValkey({
  url,
  log,
  silenceMs = 500,
  retryMs = 1000,
}: ConnectionOptions): Promise<ValkeyConnection> {
  const { Redis: Client } = await import('iovalkey')
  const address = url.replace(/^valkey:/, 'redis:')
  const name = displayAddress(url)
  /** The `reject` functions of commands that await an answer. */
  const pending = new Set<(reason: ValkeyUnavailable) => void>()
  const listeners: (() => void)[] = []
  let client: Redis | undefined
  let problem: string | undefined = `${name} isn’t connected yet`
  let isClosed = false
  let silentTicks = 0
  let watch: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined

  async function attempt(isReturn: boolean): Promise<void> {
    // A new client for each attempt, so that pending commands of an old one can't interfere. No queue: queued commands
    // would be answered too late.
    const next = new Client(address, {
      lazyConnect: true,
      enableOfflineQueue: false,
      enableReadyCheck: false,
      autoResendUnfulfilledCommands: false,
      connectTimeout: 2 * silenceMs,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    })
    let last: Error | undefined
    next.on('error', (reason: Error) => (last = reason))
    try {
      await within(2 * silenceMs, prepare(next))
    } catch (reason) {
      next.disconnect()
      lose(undefined, messageOf(last ?? reason))
      return
    }
    if (isClosed) return next.disconnect()
    client = next
    problem = undefined
    next.once('close', () => lose(next, messageOf(last ?? 'connection closed')))
    if (isReturn) log.info({ server: name }, 'limits are shared again')
    for (const listener of listeners) listener()
  }

  /** Gives up a connection, and tries again later. */
  function lose(lost: Redis | undefined, why: string): void {
    if (isClosed || lost !== client) return
    const wasUp = client !== undefined
    client = undefined
    problem = `${name} doesn’t work (${why})`
    lost?.disconnect()
    for (const reject of pending) reject(new ValkeyUnavailable(problem))
    pending.clear()
    if (wasUp) log.warn({ problem }, 'shared limits are lost; this process limits keys by itself')
    clearTimeout(retry)
    retry = setTimeout(() => void attempt(true).catch(onDefect), retryMs)
    retry.unref()
  }

  const onDefect = (reason: unknown) => log.error({ defect: messageOf(reason) }, 'internal error')

  function countSilence(): void {
    silentTicks = pending.size === 0 ? 0 : silentTicks + 1
    if (silentTicks >= ticksOfSilence) lose(client, `no answer for ${silenceMs} ms`)
    if (pending.size > 0) return
    clearInterval(watch)
    watch = undefined
  }

  await attempt(false)
  return {
    get isUp() {
      return client !== undefined
    },
    get problem() {
      return problem
    },
    run(script, keys, args) {
      const current = client
      if (!current) return Promise.reject(new ValkeyUnavailable(problem))
      watch ??= setInterval(countSilence, silenceMs / ticksOfSilence)
      return new Promise((resolve, reject) => {
        pending.add(reject)
        const end = () => {
          silentTicks = 0
          pending.delete(reject)
        }
        evaluate(current, script, keys, args).then(
          (reply) => {
            end()
            resolve(reply)
          },
          (reason: unknown) => {
            end()
            lose(current, messageOf(reason))
            reject(new ValkeyUnavailable(messageOf(reason)))
          },
        )
      })
    },
    onUp: (listener) => void listeners.push(listener),
    close() {
      isClosed = true
      clearTimeout(retry)
      clearInterval(watch)
      client?.disconnect()
      client = undefined
    },
  }
}

async function prepare(client: Redis): Promise<void> {
  await client.connect()
  // Writes, because a replica or a full server answers reads, too.
  await client.set(probeKey, '1', 'PX', 1000)
  await client.script('LOAD', accountScript.lua)
}

/** Sends the script itself only if the server doesn't have it. */
async function evaluate(
  client: Redis,
  { sha, lua }: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  try {
    return await client.evalsha(sha, keys.length, ...keys, ...args)
  } catch (reason) {
    if (!messageOf(reason).startsWith('NOSCRIPT')) throw reason
    return client.eval(lua, keys.length, ...keys, ...args)
  }
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer for ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** For people: without name, password and database. */
function displayAddress(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${hostname}:${port || '6379'}`
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
