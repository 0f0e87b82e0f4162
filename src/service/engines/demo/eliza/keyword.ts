/** One way to take a clause apart, and what may be said back. */
export interface Rule {
  /** See `parsePattern`. */
  pattern: string
  /**
   * Used one after the other, then from the start again. `{2}` is what the second `*`, `+` or `a|b` of the pattern took,
   * with its pronouns turned round. No reply uses what a `*` took, for that may be nothing.
   */
  replies: readonly string[]
}

/** Words that the script listens for. Of all that are heard, those with the highest rank are answered. */
export interface Keyword {
  words: readonly string[]
  rank: number
  /** Tried in order; the first that fits is used. */
  rules: readonly Rule[]
}
