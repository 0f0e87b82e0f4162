/** How often a service says that it is alive at the latest, and how often in a row it may fail to, in milliseconds. */
const beatMs = 20_000
const mayMiss = 4

/** Watches that a connection that should be heard from every few seconds has not died without a word. */
export interface SilenceWatch {
  /** Something has come, whatever it was. */
  heard(): void
  stop(): void
}

/**
 * Calls `onSilent` once nothing has been heard for more than a minute. It counts beats that were missed and not time, so
 * that a machine that wakes from sleep first gets to hear what waits for it.
 */
export function watchSilence(onSilent: () => void): SilenceWatch {
  let missed = 0
  const timer = setInterval(() => {
    missed += 1
    if (missed <= mayMiss) return
    clearInterval(timer)
    onSilent()
  }, beatMs)
  return {
    heard() {
      missed = 0
    },
    stop() {
      clearInterval(timer)
    },
  }
}
