import { formatDollars, formatSize, unknownMark } from '#app/ui/format.ts'
import { misfitOf, type Priced } from './bill.ts'
import { contextWords } from './model-words.ts'
import type { Workload } from './workload.ts'

/** An amount of a bill: `$480.00`, `$0.000315`; `$0` for free, a dash for unknown. */
export function billWords(amount: number | undefined): string {
  return amount === undefined ? unknownMark : formatDollars(amount)
}

/** Which rates apply to a long request: `above 200K input tokens`. */
export function thresholdWords(inputTokens: number): string {
  return `above ${formatSize(inputTokens)} input tokens`
}

/** In a cell, where a cost would be. */
export const misfitMark = "Doesn't fit"

/** Why a workload has no cost on a model: `300K + 500 tokens exceed its 8.19K context`. Undefined when it fits. */
export function misfitWords(model: Priced, workload: Workload): string | undefined {
  const turn = misfitOf(model, workload)
  if (!turn) return undefined
  return `${formatSize(turn.tokensIn)} + ${formatSize(turn.tokensOut)} tokens exceed its ${contextWords(model)} context`
}
