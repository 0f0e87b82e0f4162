import { meanOf, quantile } from '#experiments/statistics.ts'
import type { CellResult } from '#experiments/results.ts'

/** One reply of a model as it was measured in this browser. */
export interface Measurement {
  /** Names the reply: what has the same key is counted once. */
  key: string
  /** In milliseconds since the epoch. */
  date: number
  hasFailed: boolean
  /** In seconds; absent if unknown, and of failed replies. */
  firstToken?: number
  /** Output tokens per second; absent if unknown, and of failed replies. */
  tokensPerSecond?: number
}

/** The distribution of a figure. */
export interface Spread {
  p50: number
  p95: number
  n: number
}

/** What the replies of a model add up to. */
export interface Measured {
  /** Replies, with the failed ones. */
  n: number
  failed: number
  /** The share of `failed`, from 0 to 1. */
  failureRate: number
  /** Dates of the first and the last reply, in milliseconds since the epoch. */
  from: number
  to: number
  /** In seconds. Undefined if no reply has the figure. */
  firstToken: Spread | undefined
  tokensPerSecond: Spread | undefined
}

/** Adds up measurements; undefined without any. */
export function measuredOf(measurements: readonly Measurement[]): Measured | undefined {
  const replies = [...new Map(measurements.map((each) => [each.key, each])).values()]
  if (replies.length === 0) return undefined
  const whole = replies.filter(({ hasFailed }) => !hasFailed)
  const dates = replies.map(({ date }) => date)
  return {
    n: replies.length,
    failed: replies.length - whole.length,
    failureRate: meanOf(replies.map(({ hasFailed }) => Number(hasFailed))),
    // Not `Math.min(...dates)`: the arguments of a call are limited.
    from: dates.reduce((least, date) => Math.min(least, date), Number.POSITIVE_INFINITY),
    to: dates.reduce((most, date) => Math.max(most, date), Number.NEGATIVE_INFINITY),
    firstToken: spreadOf(whole.flatMap(({ firstToken }) => firstToken ?? [])),
    tokensPerSecond: spreadOf(whole.flatMap(({ tokensPerSecond }) => tokensPerSecond ?? [])),
  }
}

function spreadOf(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined
  const sorted = values.toSorted((one, other) => one - other)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), n: sorted.length }
}

/** A reply that took less from its first token to its last came in a few packets, whose speed would be measured. In milliseconds. */
export const leastDecoding = 200

/** What a result of an experiment measured. */
export function measurementOfResult(result: CellResult): Measurement {
  const { key, date } = result
  if (result.state === 'failed') return { key, date, hasFailed: true }
  const { firstTokenMs } = result.reply
  const speed = speedOf(result.reply)
  return {
    key,
    date,
    hasFailed: false,
    ...(firstTokenMs !== undefined && { firstToken: firstTokenMs / 1000 }),
    ...(speed !== undefined && { tokensPerSecond: speed }),
  }
}

type DoneReply = Extract<CellResult, { state: 'done' }>['reply']

/** As the playground measures it: tokens after the first one, by the time since then. */
function speedOf({ rounds, firstTokenMs, latencyMs, tokensOut, reasoning, reasoningTokens = 0 }: DoneReply) {
  // Between rounds there are further waits for a first token.
  if (rounds !== 1 || firstTokenMs === undefined || tokensOut === undefined) return undefined
  // Reasoning that was counted but not sent ended before the first token.
  const streamed = tokensOut - (reasoning === '' ? reasoningTokens : 0)
  const decoding = latencyMs - firstTokenMs
  return streamed > 1 && decoding >= leastDecoding ? (streamed - 1) / (decoding / 1000) : undefined
}
