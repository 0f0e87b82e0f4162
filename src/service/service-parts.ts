import type { Catalogue } from './catalogue/catalogue.ts'
import type { Clock } from './clock.ts'
import type { KeyRing } from './key-ring.ts'
import type { Log } from './log.ts'

/** What the routes work with: the service's options, each with a value. */
export interface ServiceParts {
  readonly catalogue: Catalogue
  readonly keys: KeyRing
  readonly clock: Clock
  readonly log: Log
  readonly maxBodyBytes: number
  readonly keepAliveMs: number
}
