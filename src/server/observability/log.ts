import { type DestinationStream, pino } from 'pino'
import type { Log } from '#service/service-context.ts'

/** The log on stdout: one JSON object per line. Lines are written in batches, at most 100 ms late, and at exit. */
export function createLog(level: string): Log {
  return createLogTo(level, pino.destination({ sync: false, minLength: 12 * 1024, periodicFlush: 100 }))
}

/** The same log to any destination. */
export function createLogTo(level: string, destination: DestinationStream): Log {
  return pino({ level }, destination)
}
