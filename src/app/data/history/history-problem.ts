import { createStore } from 'zustand/vanilla'
import { isRecord } from '#contract/json.ts'

/**
 * Why conversations are not kept: storage is `full`, switched `off`, holds the shape of a `newer` Parley that another
 * tab runs, or `failed` otherwise.
 */
export type HistoryProblem = 'full' | 'off' | 'newer' | 'failed'

/** What is wrong with keeping conversations now; null while all is well. */
export const historyProblem = createStore<{ problem: HistoryProblem | null }>(() => ({ problem: null }))

const problems: Record<string, HistoryProblem> = {
  QuotaExceededError: 'full',
  MissingAPIError: 'off',
  InvalidStateError: 'off',
  SecurityError: 'off',
  OpenFailedError: 'off',
  VersionError: 'newer',
  DatabaseClosedError: 'newer',
}

/** What an error of the database means. Errors stand in each other, and the innermost knows the reason. */
export function problemOf(error: unknown): HistoryProblem {
  return innermostProblem(error, 5) ?? 'failed'
}

function innermostProblem(error: unknown, depth: number): HistoryProblem | undefined {
  if (!isRecord(error) || depth === 0) return undefined
  const { name, inner, cause } = error
  return innermostProblem(inner ?? cause, depth - 1) ?? (typeof name === 'string' ? problems[name] : undefined)
}
