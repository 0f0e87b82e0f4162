/** A pattern for a clause, and the possible replies. */
export interface Rule {
  /** See `parsePattern`. */
  pattern: string
  /**
   * Used in turn. `{2}` is replaced by what the second `*`, `+` or `a|b` of the pattern captured, with its pronouns
   * swapped. Replies never use a `*`, whose capture may be empty.
   */
  replies: readonly string[]
}

/** Words with the same rules. The keyword with the highest rank in a statement is answered. */
export interface Keyword {
  words: readonly string[]
  rank: number
  /** Tried in order; the first match is used. */
  rules: readonly Rule[]
}
