/** A random generator that returns the same numbers for the same seed on every machine. */
export interface SeededRandom {
  /** In [0, 1). */
  next(): number
  /** A whole number in [0, limit). */
  integer(limit: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** Bytes between `from` and `to`, both included. */
  bytes(count: number, from: number, to: number): Buffer
}

/** mulberry32 by T. Ettinger. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    integer: below,
    pick: (items) => items[below(items.length)] ?? items[0],
    bytes: (count, from, to) => Buffer.from(Array.from({ length: count }, () => from + below(to - from + 1))),
  }
}
