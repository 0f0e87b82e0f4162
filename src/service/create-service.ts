import { createRequestHandler } from './api/answer-request.ts'
import type { McpRelay } from './api/mcp.ts'
import type { HostState } from './api/health.ts'
import type { HttpContext } from './api/http-context.ts'
import { answerOverWeb } from './api/web-adapter.ts'
import type { ModelCatalogue } from './catalogue/catalogue.ts'
import { createHeartbeats } from './relay/heartbeats.ts'
import { createActiveChats } from './relay/active-chats.ts'
import type { ReplayCache } from './replay/replay-cache.ts'
import {
  type Clock,
  type Log,
  type Meter,
  type ServiceContext,
  silentLog,
  silentMeter,
  systemClock,
} from './service-context.ts'
import type { KeyStore } from './state/key-store.ts'
import { type KeyRing, type RateLimit, createRateLimit } from './state/keys-and-limits.ts'
import { type Ledger, createMemoryLedger } from './state/ledger.ts'
import type { RequestLog } from './state/request-log.ts'
import { type Spending, createSpending } from './state/spending.ts'

interface ServiceOptions {
  catalogue: ModelCatalogue
  keys: KeyRing
  /** Omitted: keys can't be managed over HTTP. */
  keyStore?: KeyStore
  clock?: Clock
  log?: Log
  meter?: Meter
  /** Larger bodies are refused with 413. */
  maxBodyBytes?: number
  /** How long a stream may be silent before a heartbeat comment, in milliseconds. */
  keepAliveMs?: number
  /** Omitted: usage is kept in memory. */
  ledger?: Ledger
  /** Omitted: requests aren't logged. */
  requestLog?: RequestLog | undefined
  /** Omitted: in memory, and unlimited for keys without a limit of their own. */
  rateLimit?: RateLimit
  /** Omitted: in memory. */
  spending?: Spending
  /** Omitted: every request goes to its engine. */
  replayCache?: ReplayCache
  /** Concurrent chats; more are refused with 503. */
  maxChats?: number
  /** Omitted: no MCP server is relayed. */
  mcp?: McpRelay
  /** Omitted: always ready, no metrics. */
  host?: HostState
}

/** The whole API. */
export interface Service {
  /** Answers one request. Never rejects; resolves when the response is sent or its stream has begun. */
  answer(http: HttpContext): Promise<void>
  /** Answers a Fetch API request. Never rejects; resolves when the response begins. */
  fetch(request: Request): Promise<Response>
  /** Refuses new chats with 503; open ones may finish. */
  drain(): void
  /** Ends open chats: streams with an error frame, others with 503. */
  endChats(): void
}

/** Creates the service: seed 4 (endpoints) and 5 (keys). */
export function createService(options: ServiceOptions): Service {
  const keepAliveMs = options.keepAliveMs ?? 15_000
  const service: ServiceContext = {
    catalogue: options.catalogue,
    keys: options.keys,
    keyStore: options.keyStore,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    meter: options.meter ?? silentMeter,
    rateLimit: options.rateLimit ?? createRateLimit(options.clock ?? systemClock, 0),
    spending: options.spending ?? createSpending(options.clock ?? systemClock),
    ledger: options.ledger ?? createMemoryLedger(),
    replayCache: options.replayCache,
    requestLog: options.requestLog,
    activeChats: createActiveChats(options.maxChats ?? Infinity),
    host: options.host ?? { isReady: () => true },
    maxBodyBytes: options.maxBodyBytes ?? 64 * 1024 * 1024,
    keepAliveMs,
    heartbeats: createHeartbeats(keepAliveMs),
    mcp: options.mcp ?? { urls: [], fetch },
  }
  const answer = createRequestHandler(service)
  return {
    answer,
    fetch: (request) => answerOverWeb(request, answer),
    drain: () => service.activeChats.stopAdmitting(),
    endChats: () => service.activeChats.cancelAll(),
  }
}
