/** Counts what a run costs, and reserves the most that each request can cost before it is sent. In US dollars. */
export interface Budget {
  /**
   * Reserves an amount. `waiting` means that it may fit once other requests have ended, `refused` that it never will.
   */
  reserve(amount: number): 'reserved' | 'waiting' | 'refused'
  /** Replaces a reservation by what the request did cost. */
  settle(reserved: number, cost: number): void
  /** Resolves when the next reservation is settled. */
  settled(): Promise<void>
  readonly spent: number
}

/** A budget of `limit`, of which `spent` is used; undefined is no limit. */
export function createBudget(limit: number | undefined, spent = 0): Budget {
  let total = spent
  let reserved = 0
  let open = 0
  let wake: (() => void)[] = []
  return {
    reserve(amount) {
      // Sums of small numbers aren't exact.
      const fits = limit === undefined || total + reserved + amount <= limit + 1e-12
      if (!fits) return open > 0 ? 'waiting' : 'refused'
      reserved += amount
      open += 1
      return 'reserved'
    },
    settle(amount, cost) {
      reserved -= amount
      open -= 1
      total += cost
      for (const each of wake) each()
      wake = []
    },
    settled: () => new Promise((resolve) => wake.push(resolve)),
    get spent() {
      return total
    },
  }
}
