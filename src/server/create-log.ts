import { pino, type Logger } from 'pino'

/** So many characters of lines are written together, unless `longestWaitMs` is over before. */
const writtenTogether = 12 * 1024
const longestWaitMs = 100

/**
 * The log on stdout: one JSON object a line. Lines are written together, because a write of its own for each would cost a
 * request as much as its checks; what waits when the process ends is written then.
 */
export function createLog(level: string): Logger {
  const stdout = pino.destination({ sync: false, minLength: writtenTogether })
  let isDue = false
  const flush = () => {
    isDue = false
    stdout.flush()
  }
  return pino(
    { level },
    {
      write(line) {
        stdout.write(line)
        // The library's own timer writes ten times a second, whether there is anything to write or not.
        if (isDue) return
        isDue = true
        setTimeout(flush, longestWaitMs).unref()
      },
    },
  )
}
