import type { EngineOrders } from './engine-orders.ts'
import type { TargetName } from './targets.ts'

/** One scenario: a reply, the pages that show it, and the number of rounds. */
export interface Part {
  orders: EngineOrders
  targets: readonly TargetName[]
  /** Overrides the number of rounds. */
  rounds?: number
  /** Whether a run more per page is traced, for what a commit costs. It is none of the rounds, since tracing slows it. */
  traced?: boolean
}

const all = ['parley', 'streamdown', 'memo', 'plainblk'] as const

/** All scenarios, by their name for `--only`. */
export const parts = {
  '8k': { orders: { tokens: 8000, rate: 1000, head: 0 }, targets: all, traced: true },
  '32k': { orders: { tokens: 32_000, rate: 1000, head: 0 }, targets: all },
  burst: { orders: { tokens: 32_000, rate: 0, head: 0 }, targets: all },
  // A usual speed, and one that no page is too slow for.
  '2k': { orders: { tokens: 2000, rate: 100, head: 0 }, targets: all, traced: true },
  '2k fast': { orders: { tokens: 2000, rate: 200, head: 0 }, targets: all, traced: true },
  // The last 500 tokens after 1,500, and the same after 31,500.
  shallow: { orders: { tokens: 2000, rate: 100, head: 1500 }, targets: ['parley', 'streamdown', 'memo'] },
  deep: { orders: { tokens: 32_000, rate: 100, head: 31_500 }, targets: ['parley', 'streamdown', 'memo'] },
  panes: {
    orders: { tokens: 2000, rate: 200, head: 0 },
    targets: ['parley', 'three panes', 'six panes', 'six panes with chart'],
    traced: true,
  },
  // A reply at a typical speed takes over five minutes, so it runs once.
  slow: { orders: { tokens: 32_000, rate: 100, head: 0 }, targets: ['parley'], rounds: 1 },
} as const satisfies Record<string, Part>

export type PartName = keyof typeof parts

/** Names for groups of parts. */
const groups: Readonly<Record<string, readonly PartName[]>> = { depth: ['shallow', 'deep'], '2k': ['2k', '2k fast'] }

/** The parts of a name, in the order of the table; undefined if it is unknown. */
export function partsNamed(word: string): readonly PartName[] | undefined {
  const known = allParts.find((name) => name === word)
  return groups[word] ?? (known && [known])
}

export const allParts: readonly PartName[] = ['2k', '2k fast', '8k', '32k', 'burst', 'shallow', 'deep', 'panes', 'slow']
