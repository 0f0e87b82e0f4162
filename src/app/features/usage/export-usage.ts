import { type TextTable, csvOf } from '#app/models/tables-as-text.ts'
import type { UsageColumn, UsageRow } from '#contract/usage.ts'

/** Usage as CSV, in the order given, with the names of the API. Unknown is empty. Add new columns at the end. */
export function usageAsCsv(rows: readonly UsageRow[], by: readonly UsageColumn[]): string {
  const heading = [
    ...by,
    'requests',
    'failed_requests',
    'input_tokens',
    'cached_tokens',
    'output_tokens',
    'reasoning_tokens',
    'cost_usd',
    'first_token_ms',
    'total_ms',
  ]
  const table: TextTable = rows.map((row) => [
    ...by.map((column) => row[column] ?? null),
    row.requests,
    row.failed_requests,
    row.input_tokens,
    row.cached_tokens,
    row.output_tokens,
    row.reasoning_tokens,
    row.cost,
    row.first_token_ms,
    row.total_ms,
  ])
  return csvOf([heading, ...table])
}
