import { pino, type Logger } from 'pino'

/** So many characters of lines are written together, unless `longestWaitMs` is over before. */
const writtenTogether = 4096
const longestWaitMs = 100

/**
 * The log on stdout: one JSON object a line. Lines are written together, because a write of its own for each would cost a
 * request as much as its checks; what waits when the process ends is written then.
 */
export function createLog(level: string): Logger {
  const stdout = pino.destination({ sync: false, minLength: writtenTogether, periodicFlush: longestWaitMs })
  return pino({ level }, stdout)
}
