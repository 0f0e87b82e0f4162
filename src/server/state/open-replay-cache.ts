import type { Config } from '#server/config/config.ts'
import type { ReplayCache, ReplayMeter } from '#service/replay/replay-cache.ts'
import { type Log, systemClock } from '#service/service-context.ts'
import { openValkeyReplays } from './valkey-replays.ts'

interface OpenReplayCache {
  readonly cache: ReplayCache
  close(): void
}

/** Opens the cache of `PARLEY_CACHE`; undefined, with nothing loaded, if it is off. Never rejects. */
export async function openReplayCache(
  { cache: location, cacheTtlMs: ttlMs }: Pick<Config, 'cache' | 'cacheTtlMs'>,
  log: Log,
  meter: ReplayMeter,
): Promise<OpenReplayCache | undefined> {
  if (location === 'off') return undefined
  const { createReplayCache } = await import('#service/replay/replay-cache.ts')
  const clock = systemClock
  if (location === 'memory') {
    const { createMemoryReplays } = await import('#service/replay/memory-replays.ts')
    return { cache: createReplayCache({ store: createMemoryReplays({ clock, ttlMs }), clock, log, meter }), close() {} }
  }
  const store = await openValkeyReplays(location, ttlMs)
  return { cache: createReplayCache({ store, clock, log, meter }), close: () => store.close() }
}
