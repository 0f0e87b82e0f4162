import { setTimeout } from 'node:timers/promises'
import type { ReplayStore } from '#service/replay/replay-cache.ts'

/** Kept replies in Valkey or Redis, which drops them after their lifetime. */
interface ValkeyReplays extends ReplayStore {
  close(): void
}

/** Milliseconds. A slower answer is worth less than a call to the engine. */
const commandTimeout = 250
const connectTimeout = 1000
const longestRetryMs = 2000

const prefix = 'parley:reply:'

/**
 * Connects to `url`. Resolves even if no connection is made: until then calls reject at once, and the connection is tried again
 * in the background.
 */
export async function openValkeyReplays(url: string, ttlMs: number): Promise<ValkeyReplays> {
  // Imported here, since the bundle loads what its modules import at the start.
  const { Redis } = await import('iovalkey')
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout,
    commandTimeout,
    // Without a connection, a request must not wait for one.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestRetryMs),
  })
  /** Why there is no connection, which calls don't say. */
  let problem: unknown
  client.on('error', (reason: unknown) => {
    problem = reason
  })
  client.on('ready', () => {
    problem = undefined
  })
  const explain = (reason: unknown) => {
    throw problem ?? reason
  }
  // A server that accepts the connection may still not answer.
  await Promise.race([client.connect().catch(() => undefined), setTimeout(connectTimeout)])
  return {
    get: async (key) => (await client.get(prefix + key).catch(explain)) ?? undefined,
    async set(key, text) {
      await client.set(prefix + key, text, 'PX', ttlMs).catch(explain)
    },
    close: () => client.disconnect(),
  }
}
