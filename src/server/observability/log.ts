import { type Logger, pino } from 'pino'
import type { Log } from '#service/service-context.ts'

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

/** Where lines go; each ends with its line break. */
export interface Lines {
  write(line: string): void
}

/**
 * A log whose lines are the library's, letter for letter, at a fifth of the time and memory where every field is a plain
 * value, as nearly all are; the library writes the others. `logger` must write to `lines`, and have its default format.
 */
function createLineWriter(logger: Logger, lines: Lines): Log {
  const bound = String(Reflect.get(logger, pino.symbols.chindingsSym))
  const writerOf = (level: 'info' | 'warn' | 'error'): Log['info'] => {
    if (!logger.isLevelEnabled(level)) return () => {}
    const head = `{"level":${logger.levels.values[level]},"time":`
    return (fields, message) => {
      if (!arePlain(fields)) return logger[level](fields, message)
      const inner = JSON.stringify(fields).slice(1, -1)
      const rest = inner === '' ? '' : `,${inner}`
      lines.write(`${head}${Date.now()}${bound}${rest},"msg":${JSON.stringify(message)}}\n`)
    }
  }
  return { info: writerOf('info'), warn: writerOf('warn'), error: writerOf('error') }
}

/** Whether JSON's own encoding says of each field what the library would. */
function arePlain(fields: Readonly<Record<string, unknown>>): boolean {
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'object' ? value !== null : typeof value === 'function' || typeof value === 'bigint')
      return false
    if (typeof value === 'symbol' || !Object.hasOwn(fields, name)) return false
  }
  return true
}
