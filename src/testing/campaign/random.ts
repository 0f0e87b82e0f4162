/** Chance that a seed repeats: the same seed draws the same numbers, on every machine. */
export interface CampaignRandom {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  bytes(count: number, from: number, to: number): Buffer
}

/** Draws by mulberry32 (T. Ettinger), which is small, quick and even enough to spread faults. */
export function createRandom(seed: number): CampaignRandom {
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
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    bytes: (count, from, to) => Buffer.from(Array.from({ length: count }, () => from + below(to - from + 1))),
  }
}
