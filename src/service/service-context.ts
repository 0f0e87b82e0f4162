import type { Usage } from '#contract/chat.ts'
import type { HostState } from './api/health.ts'
import type { ModelCatalogue } from './catalogue/catalogue.ts'
import type { Heartbeats } from './relay/heartbeats.ts'
import type { ActiveChats } from './relay/open-chats.ts'
import type { KeyRing, RateLimit } from './state/keys-and-limits.ts'

/** What the routes work with: the service's options, each with a value. */
export interface ServiceContext {
  readonly catalogue: ModelCatalogue
  readonly keys: KeyRing
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly rateLimit: RateLimit
  readonly activeChats: ActiveChats
  readonly host: HostState
  readonly maxBodyBytes: number
  readonly keepAliveMs: number
  readonly heartbeats: Heartbeats
}

/** Time, as the service sees it: tests hand in one that they turn by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Resolves after `ms` milliseconds, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The host's own time and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      signal?.addEventListener('abort', wake)
    })
  },
}

/** Where the service reports what it did; pino satisfies it. Fields never hold a key or the text of a message. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** For places that keep no log, such as the page. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }

/** How a chat came to its end: whole, with an error, or because the caller had gone. */
export type ChatOutcome = 'finished' | 'failed' | 'aborted'

/** What there is to measure of a chat that reached an engine. Times are milliseconds. */
export interface MeasuredChat {
  /** The published id. */
  model: string
  engine: string
  outcome: ChatOutcome
  /** Until the engine's first chunk, where the reply was streamed and one came. */
  firstChunkMs: number | undefined
  totalMs: number
  /** By the engine's count, where it told. */
  usage: Usage | undefined
}

/** What the service counts and measures. The host decides what becomes of it; nothing here grows with what callers send. */
export interface Meter {
  /** `route` is the pattern that matched, or `other`; never the path itself. */
  requestAnswered(route: string, method: string, status: number): void
  streamOpened(): void
  streamClosed(): void
  chatEnded(chat: MeasuredChat): void
}

/** For hosts that measure nothing, such as the page. */
export const silentMeter: Meter = { requestAnswered() {}, streamOpened() {}, streamClosed() {}, chatEnded() {} }
