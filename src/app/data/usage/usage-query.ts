import { queryOptions } from '@tanstack/react-query'
import { callService } from '#app/data/calls/call-service.ts'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { connection } from '#app/data/connections/connection.ts'
import { isRecord } from '#contract/json.ts'
import type { UsageBudget, UsageColumn, UsageReport, UsageRow } from '#contract/usage.ts'

export interface UsageRequest {
  /** At least one. */
  by: readonly UsageColumn[]
  /** YYYY-MM-DD in UTC, both included. */
  from: string
  to: string
}

/** What the service's calls used, as `GET /v1/usage` sums it. Rejects with `ServiceFailure`. */
export function usageQuery({ by, from, to }: UsageRequest, revision: number = connection.getState().revision) {
  const query = new URLSearchParams({ by: by.join(','), from, to })
  return queryOptions({
    queryKey: ['usage', { revision, by: by.join(','), from, to }] as const,
    queryFn: async ({ signal }): Promise<UsageReport> => {
      const response = await callService(`/v1/usage?${query}`, { signal })
      const report = readUsage(await response.json().catch(() => null))
      if (report) return report
      throw new ServiceFailure({
        message: 'The usage could not be read. This page may be out of date. Reload it.',
        type: 'internal_error',
        param: null,
        code: null,
      })
    },
    // A large report must neither be compared value by value nor stay in memory for long.
    structuralSharing: false,
    gcTime: 30_000,
  })
}

const countNames = [
  'requests',
  'failed_requests',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cost',
  'total_ms',
] as const

/** The service's answer, or undefined if it isn't one. By hand, since the page doesn't load zod. */
export function readUsage(value: unknown): UsageReport | undefined {
  if (!isRecord(value)) return undefined
  const { key, data, total, budgets } = value
  const isReport =
    (key === null || typeof key === 'string') &&
    Array.isArray(data) &&
    data.every(isRow) &&
    isRow(total) &&
    Array.isArray(budgets) &&
    budgets.every(isBudget)
  return isReport ? { key, data, total, budgets } : undefined
}

function isRow(value: unknown): value is UsageRow {
  if (!isRecord(value)) return false
  const { first_token_ms: first } = value
  const isText = (column: UsageColumn) => value[column] === undefined || typeof value[column] === 'string'
  return (
    countNames.every((name) => typeof value[name] === 'number') &&
    (first === null || typeof first === 'number') &&
    isText('day') &&
    isText('model') &&
    isText('key')
  )
}

function isBudget(value: unknown): value is UsageBudget {
  return (
    isRecord(value) &&
    typeof value['key'] === 'string' &&
    (value['period'] === 'day' || value['period'] === 'month') &&
    typeof value['budget'] === 'number' &&
    typeof value['spent'] === 'number' &&
    typeof value['resets_at'] === 'string'
  )
}
