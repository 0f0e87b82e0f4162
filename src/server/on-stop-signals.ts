/**
 * When a terminal stops a program that npm runs, npm passes the signal on that the terminal has sent already. What comes
 * this soon after the first is the same wish, not a second one.
 */
const echoMs = 300

/** Calls `stop` at the first SIGINT or SIGTERM, and what it returned at every later one. */
export function onStopSignals(stop: () => () => void): void {
  let stoppedAt = 0
  let hurry: (() => void) | undefined
  const take = () => {
    if (!hurry) {
      stoppedAt = Date.now()
      hurry = stop()
    } else if (Date.now() - stoppedAt > echoMs) {
      hurry()
    }
  }
  process.on('SIGINT', take)
  process.on('SIGTERM', take)
}
