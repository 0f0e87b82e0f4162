import type { Catalogue } from './catalogue/catalogue.ts'
import type { Heartbeats } from './chat/heartbeats.ts'
import type { OpenChats } from './chat/open-chats.ts'
import type { Clock } from './clock.ts'
import type { RateLimit } from './http/rate-limit.ts'
import type { KeyRing } from './key-ring.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import type { HostState } from './routes/health.ts'

/** What the routes work with: the service's options, each with a value. */
export interface ServiceParts {
  readonly catalogue: Catalogue
  readonly keys: KeyRing
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly rateLimit: RateLimit
  readonly openChats: OpenChats
  readonly host: HostState
  readonly maxBodyBytes: number
  readonly keepAliveMs: number
  readonly heartbeats: Heartbeats
}
