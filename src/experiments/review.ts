import type { AnsweredCell } from './export/results-table.ts'
import { type Interval, clusteredShare } from './statistics.ts'

/** What somebody says of two replies: which is better, neither, or that both are bad. */
export type Choice = 'first' | 'second' | 'tie' | 'bad'

/** A choice, and the dates of the two results between which it was made; without them it is one for all results. */
export interface Vote {
  verdict: Choice
  dates?: readonly [number, number] | undefined
}

/** Two replies to the same case by different variants, in the order of their pair's name. */
export interface ReviewPair {
  /** The keys of the two results, the smaller first, with a space between. */
  name: string
  first: AnsweredCell
  second: AnsweredCell
  /** Whether the second is shown first. Random, but the same each time, so that a review can go on later. */
  isSwapped: boolean
}

/**
 * All pairs of replies to review: those of different variants to the same case and repeat, unless they say the same. In random
 * order, which is the same each time and says nothing about the variants.
 */
export function reviewPairs(answered: readonly AnsweredCell[]): ReviewPair[] {
  const groups = new Map<string, AnsweredCell[]>()
  for (const each of answered) {
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
export function pairOf(one: AnsweredCell, other: AnsweredCell): ReviewPair {
  const isOrdered = one.result.key < other.result.key
  const [first, second] = isOrdered ? [one, other] : [other, one]
  const name = `${first.result.key} ${second.result.key}`
  return { name, first, second, isSwapped: rankOf(name) % 2 === 1 }
}

/** The dates of a pair's results. */
export function datesOf({ first, second }: ReviewPair): [number, number] {
  return [first.result.date, second.result.date]
}

/** The choices on these pairs, by their names. A vote on replies that were since replaced by others isn't one. */
export function choicesOn(pairs: readonly ReviewPair[], votes: ReadonlyMap<string, Vote>): Map<string, Choice> {
  return new Map(
    pairs.flatMap((pair) => {
      const vote = votes.get(pair.name)
      const isOfThese = vote && (vote.dates === undefined || String(vote.dates) === String(datesOf(pair)))
      return isOfThese ? [[pair.name, vote.verdict] as const] : []
    }),
  )
}

/** Mixes the digits of two keys, which are hashes themselves. */
function rankOf(name: string): number {
  let rank = 0
  for (let at = 0; at < name.length; at += 1) rank = (rank * 31 + name.charCodeAt(at)) % 2_147_483_647
  return rank
}

function isSame({ result: one }: AnsweredCell, { result: other }: AnsweredCell): boolean {
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
  /** Wins among wins and losses, clustered by case; undefined without either. */
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
    /** Whether it won, for the pairs of each case: they say less than pairs of different cases. */
    const decided = new Map<string, boolean[]>()
    for (const { name, first, second } of pairs) {
      const choice = votes.get(name)
      const sides = [first, second].map(({ cell }) => cell.variant.id)
      if (choice === undefined || !sides.includes(variantId)) continue
      if (choice === 'tie' || choice === 'bad') {
        count[choice === 'tie' ? 'ties' : 'bad'] += 1
        continue
      }
      const isWin = sides[choice === 'first' ? 0 : 1] === variantId
      count[isWin ? 'wins' : 'losses'] += 1
      const { id } = first.cell.testCase
      decided.set(id, [...(decided.get(id) ?? []), isWin])
    }
    return { variantId, ...count, rate: decided.size === 0 ? undefined : clusteredShare([...decided.values()]) }
  })
}
