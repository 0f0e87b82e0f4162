import { createStore } from 'zustand/vanilla'
import { isRecord } from '#contract/json.ts'

/**
 * Why conversations can't be saved: storage is `full`, switched `off`, used by a `newer` Parley in another tab, or
 * `failed` otherwise.
 */
export type HistoryProblem = 'full' | 'off' | 'newer' | 'failed'

/** The current problem with saving conversations; null if there is none. */
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

/** The problem behind a database error. Dexie nests errors; the innermost one names the reason. */
export function problemOf(error: unknown): HistoryProblem {
  return innermostProblem(error, 5) ?? 'failed'
}

function innermostProblem(error: unknown, depth: number): HistoryProblem | undefined {
  if (!isRecord(error) || depth === 0) return undefined
  const { name, inner, cause } = error
  return innermostProblem(inner ?? cause, depth - 1) ?? (typeof name === 'string' ? problems[name] : undefined)
}
