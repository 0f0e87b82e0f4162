import type { UsageBudget, UsageReport, UsageRow } from '#contract/usage.ts'

/** A row of usage with these columns and figures; the rest is nothing. */
export function usageRow(given: Partial<UsageRow>): UsageRow {
  return {
    requests: 1,
    failed_requests: 0,
    input_tokens: 0,
    cached_tokens: 0,
    output_tokens: 0,
    reasoning_tokens: 0,
    cost: 0,
    first_token_ms: null,
    total_ms: 0,
    ...given,
  }
}

/** What `GET /v1/usage` answers, for all keys by default. */
export function usageReport(
  data: readonly UsageRow[],
  { key = null, budgets = [] }: { key?: string | null; budgets?: UsageBudget[] } = {},
): UsageReport {
  const sum = (name: 'requests' | 'failed_requests' | 'input_tokens' | 'output_tokens' | 'cost') =>
    data.reduce((total, row) => total + row[name], 0)
  const total = usageRow({
    requests: sum('requests'),
    failed_requests: sum('failed_requests'),
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    cost: sum('cost'),
  })
  return { key, data: [...data], total, budgets }
}
