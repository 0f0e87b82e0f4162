import { formatCount, formatDollars, formatSeconds, unknownMark } from '#app/ui/format.ts'
import { type Definition, variantName } from '#experiments/definition.ts'
import { percentWords, pointsWords } from '#experiments/statistics.ts'
import { type VariantSummary, baselineOf } from '#experiments/summary.ts'

type Column = (summary: VariantSummary, context: { callsPerMonth: number }) => string

/** The columns after the variant, by name. */
const columns: Readonly<Record<string, Column>> = {
  'Pass rate': ({ passRate, passed, judged }) =>
    passRate ? `${percentWords(passRate.value)} (${formatCount(passed)} of ${formatCount(judged)})` : unknownMark,
  '95 % interval': ({ passRate }) =>
    passRate ? `${(passRate.low * 100).toFixed(1)} to ${percentWords(passRate.high)}` : unknownMark,
  Difference: ({ difference }) => (difference ? pointsWords(difference) : unknownMark),
  'pass^k': ({ passAll }) => (passAll === undefined ? unknownMark : percentWords(passAll)),
  Agreement: ({ agreement }) => (agreement === undefined ? unknownMark : percentWords(agreement)),
  Errors: ({ errors }) => formatCount(errors),
  'First token p50': ({ firstToken }) => secondsWords(firstToken?.p50),
  'First token p95': ({ firstToken }) => secondsWords(firstToken?.p95),
  'Latency p50': ({ latency }) => secondsWords(latency?.p50),
  'Latency p95': ({ latency }) => secondsWords(latency?.p95),
  Tokens: ({ tokens }) => (tokens === undefined ? unknownMark : formatCount(tokens)),
  Cost: ({ cost, latency }) => (latency ? costWords(cost) : unknownMark),
  'Cost per call': ({ costPerCall }) => costWords(costPerCall),
  'My workload': ({ costPerCall }, { callsPerMonth }) =>
    costPerCall ? `${formatDollars(costPerCall * callsPerMonth)} a month` : costWords(costPerCall),
}

const explanations: Readonly<Record<string, string>> = {
  'pass^k': 'Cases whose repeats have all passed',
  Agreement: 'Cases whose repeats all have the same outcome',
  Difference: 'To the baseline, over the cases that both have finished',
  'My workload': 'The cost per call, for the requests of My workload',
}

interface SummaryTableProps {
  definition: Definition
  summaries: readonly VariantSummary[]
  callsPerMonth: number
}

/** What each variant adds up to. */
export function SummaryTable({ definition, summaries, callsPerMonth }: SummaryTableProps) {
  const baseline = baselineOf(definition)
  const isWhole = definition.repeats > 1
  const shown = Object.entries(columns).filter(([name]) => isWhole || (name !== 'pass^k' && name !== 'Agreement'))
  return (
    <div role="region" aria-label="Summary table" tabIndex={0} className="overflow-x-auto">
      <table aria-label="Summary" className="w-full min-w-max text-left tabular-nums">
        <thead>
          <tr className="border-b border-line text-xs text-text-muted">
            <th scope="col" className="py-1.5 pr-6 font-medium">
              Variant
            </th>
            {shown.map(([name]) => (
              <th key={name} scope="col" title={explanations[name]} className="py-1.5 pr-6 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {summaries.map((summary) => (
            <tr key={summary.variant.id} className="border-b border-line">
              <th scope="row" className="max-w-60 truncate py-1.5 pr-6 font-medium">
                <bdi>{variantName(summary.variant)}</bdi>
                {summary.variant === baseline && summaries.length > 1 && (
                  <span className="font-normal text-text-muted"> (baseline)</span>
                )}
              </th>
              {shown.map(([name, words]) => (
                <td key={name} className="pr-6">
                  {words(summary, { callsPerMonth })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function secondsWords(ms: number | undefined): string {
  return ms === undefined ? unknownMark : formatSeconds(ms / 1_000)
}

function costWords(cost: number | undefined): string {
  if (cost === undefined) return unknownMark
  return cost === 0 ? 'Free' : formatDollars(cost)
}
