import type { Usage } from '#contract/chat.ts'
import type { McpRelay } from './api/mcp.ts'
import type { HostState } from './api/health.ts'
import type { ModelCatalogue } from './catalogue/catalogue.ts'
import type { Heartbeats } from './relay/heartbeats.ts'
import type { ActiveChats } from './relay/active-chats.ts'
import type { ReplayCache } from './replay/replay-cache.ts'
import type { KeyStore } from './state/key-store.ts'
import type { KeyRing, RateLimit } from './state/keys-and-limits.ts'
import type { Ledger, LedgerEntry } from './state/ledger.ts'
import type { RequestLog } from './state/request-log.ts'
import type { Spending } from './state/spending.ts'

/** The service's options and shared state, passed to every route. */
export interface ServiceContext {
  readonly catalogue: ModelCatalogue
  readonly keys: KeyRing
  readonly keyStore: KeyStore | undefined
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly rateLimit: RateLimit
  readonly spending: Spending
  readonly ledger: Ledger
  /** Undefined if replies are not kept. */
  readonly replayCache: ReplayCache | undefined
  /** Undefined if requests aren't logged. */
  readonly requestLog: RequestLog | undefined
  readonly activeChats: ActiveChats
  readonly host: HostState
  readonly maxBodyBytes: number
  readonly keepAliveMs: number
  readonly heartbeats: Heartbeats
  readonly mcp: McpRelay
}

/** Time, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Resolves after `ms` milliseconds, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

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

/** A structured log, compatible with pino. Fields never contain keys or message text. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** For hosts without a log, such as the page. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }

/** `aborted`: the caller disconnected. */
export type ChatOutcome = 'finished' | 'failed' | 'aborted'

/** Measurements of a chat that reached an engine. Times are milliseconds. */
export interface MeasuredChat {
  /** The published id. */
  model: string
  engine: string
  outcome: ChatOutcome
  /** Undefined if the reply wasn't streamed or failed before the first chunk. */
  firstChunkMs: number | undefined
  totalMs: number
  /** As reported by the engine. */
  usage: Usage | undefined
}

/** Measurements of a forwarded request that reached an engine. Times are milliseconds. */
export interface MeasuredForward {
  /** The endpoint, such as `/v1/embeddings`. */
  route: string
  /** The published id. */
  model: string
  engine: string
  outcome: ChatOutcome
  totalMs: number
}

/** Receives measurements. Label values never come from callers, so their number is bounded; names of keys are the operator's. */
export interface Meter {
  /** `route` is the pattern that matched, or `other`; never the path itself. */
  requestAnswered(route: string, method: string, status: number, requestId?: string): void
  streamOpened(): void
  streamClosed(): void
  chatEnded(chat: MeasuredChat): void
  forwardEnded(request: MeasuredForward): void
  /** A chat or forwarded request, as the ledger has it. */
  callCharged(entry: LedgerEntry): void
}

/** For hosts without metrics, such as the page. */
export const silentMeter: Meter = {
  requestAnswered() {},
  streamOpened() {},
  streamClosed() {},
  chatEnded() {},
  forwardEnded() {},
  callCharged() {},
}
