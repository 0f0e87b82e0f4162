import type { EngineOrders } from './engine-orders.ts'
import type { TargetName } from './targets.ts'

/** What is run: one reply, on these pages, in so many rounds. */
export interface Part {
  orders: EngineOrders
  targets: readonly TargetName[]
  /** Overrides how many rounds are run. */
  rounds?: number
}

const all = ['parley', 'streamdown', 'memo', 'plainblk'] as const

/** Everything there is to run, by the names that `--only` takes. */
export const parts = {
  '8k': { orders: { tokens: 8000, rate: 1000, head: 0 }, targets: all },
  '32k': { orders: { tokens: 32_000, rate: 1000, head: 0 }, targets: all },
  burst: { orders: { tokens: 32_000, rate: 0, head: 0 }, targets: all },
  // The last 500 tokens after 1,500, and the same after 31,500.
  shallow: { orders: { tokens: 2000, rate: 100, head: 1500 }, targets: ['parley', 'streamdown', 'memo'] },
  deep: { orders: { tokens: 32_000, rate: 100, head: 31_500 }, targets: ['parley', 'streamdown', 'memo'] },
  six: { orders: { tokens: 2000, rate: 200, head: 0 }, targets: ['parley six'] },
  // Over five minutes: what a reply of the usual speed comes to, once.
  slow: { orders: { tokens: 32_000, rate: 100, head: 0 }, targets: ['parley'], rounds: 1 },
} as const satisfies Record<string, Part>

export type PartName = keyof typeof parts

/** Names that stand for several parts. */
const groups: Readonly<Record<string, readonly PartName[]>> = { depth: ['shallow', 'deep'] }

/** The parts that such a word names, in the order of the table; undefined when it names none. */
export function partsNamed(word: string): readonly PartName[] | undefined {
  const known = allParts.find((name) => name === word)
  return known ? [known] : groups[word]
}

export const allParts: readonly PartName[] = ['8k', '32k', 'burst', 'shallow', 'deep', 'six', 'slow']
