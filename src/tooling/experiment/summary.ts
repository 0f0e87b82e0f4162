import { type Definition, variantName } from '#experiments/definition.ts'
import type { JudgedCell } from '#experiments/export/results-table.ts'
import { costOfResult } from '#experiments/results.ts'

/** A table with one line for each variant, and below it the cells that failed. */
export function summaryOf({ variants }: Definition, judged: readonly JudgedCell[]): string {
  const rows = variants.map((variant) => {
    const own = judged.filter(({ cell }) => cell.variant.id === variant.id)
    const count = (outcome: string) => own.filter(({ score }) => score.outcome === outcome).length
    const costs = own.map(({ result }) => costOfResult(result))
    const cost = costs.reduce<number>((sum, each = 0) => sum + each, 0)
    const latencies = own.flatMap(({ result }) => (result.state === 'done' ? [result.reply.latencyMs] : []))
    return [
      variantName(variant),
      `${count('pass')} of ${own.length}`,
      String(count('fail')),
      String(count('error')),
      latencies.length === 0 ? '–' : `${Math.round(medianOf(latencies))} ms`,
      costs.includes(undefined) ? '–' : `$${cost.toFixed(4)}`,
    ]
  })
  const failures = judged.flatMap(({ cell: { testCase, variant, repeat }, result, score }) => {
    if (score.outcome !== 'fail' && score.outcome !== 'error') return []
    const reasons = score.verdicts.flatMap(({ pass, reason }) => (pass ? [] : [reason]))
    const why = result.state === 'failed' ? result.message : reasons.join(' ')
    return [`${score.outcome}: case ${testCase.id}, ${variantName(variant)}, repeat ${repeat + 1}: ${why}`]
  })
  const table = columns([['Variant', 'Passed', 'Failed', 'Errors', 'Latency', 'Cost'], ...rows])
  return [table, ...(failures.length > 0 ? ['', ...failures] : [])].map(plainLine).join('\n')
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** Replies and names may contain characters that control a terminal. */
function plainLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- These are the ones to remove.
  return text.replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/gu, '\uFFFD')
}
