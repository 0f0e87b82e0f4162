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

/** What an error of the database means. A database wraps its reason, at times more than once. */
export function problemOf(error: unknown): HistoryProblem {
  for (let at = error, depth = 0; isRecord(at) && depth < 5; at = at['inner'] ?? at['cause'], depth++) {
    const name = at['name']
    if (name === 'OpenFailedError' && isRecord(at['inner'])) continue
    const problem = typeof name === 'string' ? problems[name] : undefined
    if (problem) return problem
  }
  return 'failed'
}
