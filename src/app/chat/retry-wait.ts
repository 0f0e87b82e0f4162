/** Whole seconds until a time, never fewer than 0. */
export function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1_000))
}

/** `12 s`, `2 min`, `1 h 5 min`. */
export function durationWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
