import { type Definition, variantName } from '#experiments/definition.ts'
import type { JudgedCell } from '#experiments/export/results-table.ts'
import { isMet, isPending } from '#experiments/score.ts'
import { percentWords, pointsWords } from '#experiments/statistics.ts'
import { conclusionsOf, summarize } from '#experiments/summary.ts'

/** A table with one line for each variant, what follows from it, and the cells that failed. */
export function summaryOf(definition: Definition, judged: readonly JudgedCell[]): string {
  const summaries = summarize(definition, judged)
  const rows = summaries.map(({ variant, passRate, passed, judged: verdicts, errors, difference, latency, cost }) => [
    variantName(variant),
    `${passed} of ${verdicts}`,
    passRate ? `${(passRate.low * 100).toFixed(1)} to ${percentWords(passRate.high)}` : '–',
    difference ? pointsWords(difference) : '–',
    String(errors),
    latency ? `${Math.round(latency.p50)} ms` : '–',
    cost === undefined ? '–' : `$${cost.toFixed(4)}`,
  ])
  const conclusions = conclusionsOf(definition, summaries).map(({ words }) => words)
  const failures = judged.flatMap(({ cell: { testCase, variant, repeat }, result, score }) => {
    if (isMet(score)) return []
    const reasons = score.verdicts.flatMap(({ pass, reason }) => (pass ? [] : [reason]))
    const why = result.state === 'failed' ? result.message : reasons.join(' ')
    return [
      `${isPending(score) ? 'no verdict' : score.outcome}: case ${testCase.id}, ${variantName(variant)}, repeat ${repeat + 1}: ${why}`,
    ]
  })
  const heads = ['Variant', 'Passed', '95 % interval', 'Difference', 'Errors', 'Latency p50', 'Cost']
  const parts = [[columns([heads, ...rows])], conclusions, failures].filter((part) => part.length > 0)
  return parts.map((part) => part.map(plainLine).join('\n')).join('\n\n')
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

/** Replies and names may contain characters that control a terminal. */
function plainLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- These are the ones to remove.
  return text.replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/gu, '\uFFFD')
}
