import { pino } from 'pino'
import type { Log } from '#service/log.ts'
import { createLineWriter } from './line-writer.ts'

/** So many characters of lines are written together, unless `longestWaitMs` is over before. */
const writtenTogether = 12 * 1024
const longestWaitMs = 100

/** Where lines go; each ends with its line break. */
interface Lines {
  write(line: string): void
}

/**
 * The log on stdout: one JSON object a line. Lines are written together, because a write of its own for each would cost a
 * request as much as its checks; what waits when the process ends is written then.
 */
export function createLog(level: string): Log {
  const stdout = pino.destination({ sync: false, minLength: writtenTogether })
  let isDue = false
  const flush = () => {
    isDue = false
    stdout.flush()
  }
  return createLogTo(level, {
    write(line) {
      stdout.write(line)
      // The library's own timer writes ten times a second, whether there is anything to write or not.
      if (isDue) return
      isDue = true
      setTimeout(flush, longestWaitMs).unref()
    },
  })
}

/** The same log to any destination. */
export function createLogTo(level: string, lines: Lines): Log {
  return createLineWriter(pino({ level }, lines), lines)
}
