import { z } from 'zod'
import type { ChatRequest } from '#contract/chat.ts'
import { readField } from './request-field.ts'

const rule = 'tokens_per_second must be a finite number of at least 0; 0 is as fast as possible.'
const schema = z.number(rule).min(0, rule)

/** How far a token may come late, in parts of the interval between two; below 1, or tokens would change places. */
const unevenness = 0.6
const goldenRatio = (Math.sqrt(5) - 1) / 2

/** The request's own pace in tokens per second, from `tokens_per_second`; undefined when it sets none. */
export function readPace(request: ChatRequest): number | undefined {
  return readField(request, 'tokens_per_second', schema)
}

/**
 * When a token is due, in milliseconds after the first one. Multiples of the golden ratio spread the variation evenly,
 * so that it looks natural, is the same every time, and never adds up. A pace of 0 makes every token due at once.
 */
export function dueTime(position: number, tokensPerSecond: number): number {
  if (tokensPerSecond === 0) return 0
  const variation = unevenness * ((position * goldenRatio) % 1)
  return ((position + variation) * 1000) / tokensPerSecond
}
