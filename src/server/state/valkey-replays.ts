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
  // Without a listener, the client prints lost connections. Calls report them.
  client.on('error', () => {})
  await client.connect().catch(() => undefined)
  return {
    get: async (key) => (await client.get(prefix + key)) ?? undefined,
    async set(key, text) {
      await client.set(prefix + key, text, 'PX', ttlMs)
    },
    close: () => client.disconnect(),
  }
}
