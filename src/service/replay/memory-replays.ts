import type { Clock } from '#service/service-context.ts'
import type { ReplayStore } from './replay-cache.ts'

interface MemoryReplaysOptions {
  clock: Clock
  /** How long a reply is kept. */
  ttlMs: number
  /** Beyond this, the replies that weren't used for the longest time are dropped. */
  maxBytes?: number
}

/** Keeps replies in memory, as long as the process runs. */
export function createMemoryReplays(options: MemoryReplaysOptions): ReplayStore {
  const { clock, ttlMs, maxBytes = 64 * 1024 * 1024 } = options
  /** In the order of their last use. */
  const replies = new Map<string, { text: string; expiresAt: number }>()
  let bytes = 0

  function drop(key: string): void {
    const reply = replies.get(key)
    if (!reply) return
    replies.delete(key)
    bytes -= sizeOf(key, reply.text)
  }

  return {
    async get(key) {
      const reply = replies.get(key)
      if (!reply) return undefined
      if (reply.expiresAt <= clock.now()) {
        drop(key)
        return undefined
      }
      replies.delete(key)
      replies.set(key, reply)
      return reply.text
    },
    async set(key, text) {
      drop(key)
      replies.set(key, { text, expiresAt: clock.now() + ttlMs })
      bytes += sizeOf(key, text)
      for (const oldest of replies.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
  }
}

/** Engines keep a text with two bytes per character, unless all of them are Latin-1. */
function sizeOf(key: string, text: string): number {
  return 2 * (key.length + text.length)
}
