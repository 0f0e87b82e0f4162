import { createRequestHandler } from './api/answer-request.ts'
import type { HostState } from './api/health.ts'
import type { HttpContext } from './api/http-context.ts'
import { answerOverWeb } from './api/web-adapter.ts'
import type { ModelCatalogue } from './catalogue/catalogue.ts'
import { createHeartbeats } from './relay/heartbeats.ts'
import { createActiveChats } from './relay/open-chats.ts'
import {
  type Clock,
  type Log,
  type Meter,
  type ServiceContext,
  silentLog,
  silentMeter,
  systemClock,
} from './service-context.ts'
import { type KeyRing, createRateLimit } from './state/keys-and-limits.ts'

interface ServiceOptions {
  catalogue: ModelCatalogue
  keys: KeyRing
  clock?: Clock
  log?: Log
  meter?: Meter
  /** Larger bodies are refused with 413, however they are sent. */
  maxBodyBytes?: number
  /** How long a stream may be silent before a comment keeps it open, in milliseconds. */
  keepAliveMs?: number
  /** How many requests each key may send; 0 sets no limit. */
  requestsPerMinute?: number
  /** How many chats may be answered at a time; more are refused with 503. */
  maxChats?: number
  /** Left out where the host is always ready and measures nothing. */
  host?: HostState
}

/** The whole API. */
export interface Service {
  /** Answers one request. Never rejects; settles when the answer is whole, or its stream has begun. */
  answer(http: HttpContext): Promise<void>
  /** The same on web standards, for whatever host has those. Never rejects; resolves when the answer begins. */
  fetch(request: Request): Promise<Response>
  /** From now on new chats are refused with 503; those that are open go on. */
  drain(): void
  /** Ends the open chats: a stream with an error frame, a single reply with 503. */
  endChats(): void
}

/** Puts the service together: seed 4 (endpoints), 5 (keys) and, for the errors, the contract. */
export function createService(options: ServiceOptions): Service {
  const keepAliveMs = options.keepAliveMs ?? 15_000
  const service: ServiceContext = {
    catalogue: options.catalogue,
    keys: options.keys,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    meter: options.meter ?? silentMeter,
    rateLimit: createRateLimit(options.clock ?? systemClock, options.requestsPerMinute ?? 0),
    activeChats: createActiveChats(options.maxChats ?? Infinity),
    host: options.host ?? { isReady: () => true },
    maxBodyBytes: options.maxBodyBytes ?? 16 * 1024 * 1024,
    keepAliveMs,
    heartbeats: createHeartbeats(keepAliveMs),
  }
  const answer = createRequestHandler(service)
  return {
    answer,
    fetch: (request) => answerOverWeb(request, answer),
    drain: () => service.activeChats.admitNoMore(),
    endChats: () => service.activeChats.endAll(),
  }
}
