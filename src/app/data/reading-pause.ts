/** The longest pause, in milliseconds; as long as what is handed over waits anyway. */
const longest = 30
/** Shorter ones are not worth their timer. */
const shortest = 4

/**
 * How long to let the stream gather before it is read again. A read costs as much for one token as for a hundred, so
 * a stream that has gone on for a while is read in gulps; never more than a hundredth of the time since its first
 * piece came, so that no figure that is made of these times is off by more than that. Milliseconds.
 */
export function readingPause(sinceFirstPiece: number): number {
  const pause = Math.min(longest, sinceFirstPiece / 100)
  return pause < shortest ? 0 : pause
}
