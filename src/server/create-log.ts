import { pino } from 'pino'
import type { Log } from '#service/service-context.ts'
import { createLineWriter, type Lines } from './line-writer.ts'

/** So many characters of lines are written together, unless `longestWaitMs` is over before. */
const writtenTogether = 12 * 1024
const longestWaitMs = 100

/**
 * The log on stdout: one JSON object a line. Lines are written together, because a write of its own for each would cost a
 * request as much as its checks; what waits when the process ends is written then.
 */
export function createLog(level: string): Log {
  const stdout = pino.destination({ sync: false })
  // The library would count all waiting lines anew with each, and write ten times a second, whether or not there are any.
  let waiting: string[] = []
  let characters = 0
  let isDue = false
  const hand = () => {
    if (waiting.length > 0) stdout.write(waiting.join(''))
    waiting = []
    characters = 0
  }
  const handInTime = () => {
    isDue = false
    hand()
  }
  // Ahead of the library's own listener, which writes what it was given.
  process.prependListener('exit', hand)
  return createLogTo(level, {
    write(line) {
      waiting.push(line)
      characters += line.length
      if (characters >= writtenTogether) return hand()
      if (isDue) return
      isDue = true
      setTimeout(handInTime, longestWaitMs).unref()
    },
  })
}

/** The same log to any destination. */
export function createLogTo(level: string, lines: Lines): Log {
  return createLineWriter(pino({ level }, lines), lines)
}
