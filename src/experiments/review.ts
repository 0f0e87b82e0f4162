import type { JudgedCell } from './export/results-table.ts'
import { type Interval, wilson } from './statistics.ts'

/** What somebody says of two replies: which is better, neither, or that both are bad. */
export type Choice = 'first' | 'second' | 'tie' | 'bad'

/** Two replies to the same case by different variants, in the order of their pair's name. */
export interface ReviewPair {
  /** The keys of the two results, the smaller first, with a space between. */
  name: string
  first: JudgedCell
  second: JudgedCell
  /** Whether the second is shown first. Random, but the same each time, so that a review can go on later. */
  isSwapped: boolean
}

/**
 * All pairs of replies to review: those of different variants to the same case and repeat, unless they say the same. In random
 * order, which is the same each time and says nothing about the variants.
 */
export function reviewPairs(judged: readonly JudgedCell[]): ReviewPair[] {
  const groups = new Map<string, JudgedCell[]>()
  for (const each of judged) {
    if (each.result.state !== 'done') continue
    const name = JSON.stringify([each.cell.testCase.id, each.cell.repeat])
    groups.set(name, [...(groups.get(name) ?? []), each])
  }
  const pairs = [...groups.values()].flatMap((group) =>
    group.flatMap((one, at) =>
      group.slice(at + 1).flatMap((other) => (isSame(one, other) ? [] : [pairOf(one, other)])),
    ),
  )
  return pairs.toSorted((one, other) => rankOf(one.name) - rankOf(other.name))
}

/** The pair of two replies, whichever is given first. */
export function pairOf(one: JudgedCell, other: JudgedCell): ReviewPair {
  const isOrdered = one.result.key < other.result.key
  const [first, second] = isOrdered ? [one, other] : [other, one]
  const name = `${first.result.key} ${second.result.key}`
  return { name, first, second, isSwapped: rankOf(name) % 2 === 1 }
}

/** Mixes the digits of two keys, which are hashes themselves. */
function rankOf(name: string): number {
  let rank = 0
  for (let at = 0; at < name.length; at += 1) rank = (rank * 31 + name.charCodeAt(at)) % 2_147_483_647
  return rank
}

function isSame({ result: one }: JudgedCell, { result: other }: JudgedCell): boolean {
  if (one.state !== 'done' || other.state !== 'done') return false
  const textOf = ({ text, toolCalls }: typeof one.reply) =>
    JSON.stringify([text, toolCalls.map(({ name, arguments: json }) => [name, json])])
  return one.key === other.key || textOf(one.reply) === textOf(other.reply)
}

/** How often a variant was preferred. */
export interface WinRate {
  variantId: string
  wins: number
  losses: number
  ties: number
  /** Pairs in which both were bad. */
  bad: number
  /** Wins among wins and losses (Wilson); undefined without either. */
  rate: Interval | undefined
}

/** The win rates of variants over all pairs that were voted on, by the names of the pairs. */
export function winRates(
  variantIds: readonly string[],
  pairs: readonly ReviewPair[],
  votes: ReadonlyMap<string, Choice>,
): WinRate[] {
  return variantIds.map((variantId) => {
    const count = { wins: 0, losses: 0, ties: 0, bad: 0 }
    for (const { name, first, second } of pairs) {
      const choice = votes.get(name)
      const sides = [first, second].map(({ cell }) => cell.variant.id)
      if (choice === undefined || !sides.includes(variantId)) continue
      if (choice === 'tie') count.ties += 1
      else if (choice === 'bad') count.bad += 1
      else if (sides[choice === 'first' ? 0 : 1] === variantId) count.wins += 1
      else count.losses += 1
    }
    const decided = count.wins + count.losses
    return { variantId, ...count, rate: decided === 0 ? undefined : wilson(count.wins, decided) }
  })
}
