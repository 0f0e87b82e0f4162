import { formatCount, formatDollars, formatSeconds, unknownMark } from '#app/ui/format.ts'
import { variantName } from '#experiments/definition.ts'
import { percentWords, pointsWords } from '#experiments/statistics.ts'
import { type VariantSummary, baselineOf } from '#experiments/summary.ts'
import type { ReportProps } from './report.tsx'

/** A column of the table. `below` is a second, quieter line. */
interface Column {
  name: string
  value: (summary: VariantSummary) => string | undefined
  below?: (summary: VariantSummary) => string | undefined
  isShown?: boolean
}

type ResultTableProps = Pick<ReportProps, 'definition' | 'summaries' | 'requestsPerMonth'>

/** The figures of each variant. */
export function ResultTable({ definition, summaries, requestsPerMonth }: ResultTableProps) {
  const baseline = baselineOf(definition)
  const columns = columnsOf(definition.repeats > 1, summaries.length > 1, requestsPerMonth)
  const hasMonths = requestsPerMonth !== undefined && summaries.some(({ costPerCall }) => costPerCall !== undefined)
  return (
    <>
      {/* It scrolls where it doesn’t fit, so it takes the focus. */}
      <div className="report-scroll" role="region" aria-label="Results" tabIndex={0}>
        <table className="report-table" aria-label="Results of the variants">
          <thead>
            <tr>
              <th scope="col">Variant</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {summaries.map((summary) => (
              <tr key={summary.variant.id}>
                <th scope="row">
                  <bdi>{variantName(summary.variant)}</bdi>
                  {summary.variant === baseline && summaries.length > 1 && <small>Baseline</small>}
                </th>
                {columns.map(({ name, value, below }) => {
                  const more = below?.(summary)
                  return (
                    <td key={name}>
                      {value(summary) ?? unknownMark}
                      {more !== undefined && <small>{more}</small>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasMonths && (
        <p className="report-muted">
          {`Cost per month is the cost per call × ${formatCount(requestsPerMonth)} requests, those of My workload in 30 days.`}
        </p>
      )}
    </>
  )
}

function columnsOf(hasRepeats: boolean, hasOthers: boolean, requestsPerMonth: number | undefined): Column[] {
  const columns: Column[] = [
    {
      name: 'Pass rate',
      value: ({ passRate }) => passRate && percentWords(passRate.value),
      below: ({ passRate, passed, judged }) => passRate && `${formatCount(passed)} of ${formatCount(judged)}`,
    },
    { name: '95 % interval', value: ({ passRate }) => passRate && rangeWords(passRate) },
    { name: 'pass^k', value: ({ passAll }) => shareWords(passAll), isShown: hasRepeats },
    { name: 'Agreement', value: ({ agreement }) => shareWords(agreement), isShown: hasRepeats },
    {
      name: 'Difference',
      // The interval stands on a line of its own, so that the column stays narrow.
      value: ({ difference }) => difference && pointsWords(difference).replace(intervalPart, ''),
      below: ({ difference }) => difference && intervalPart.exec(pointsWords(difference))?.[1],
      isShown: hasOthers,
    },
    { name: 'Latency p50', value: ({ latency }) => latency && formatSeconds(latency.p50 / 1_000) },
    { name: 'Latency p95', value: ({ latency }) => latency && formatSeconds(latency.p95 / 1_000) },
    {
      name: 'Cost per call',
      value: ({ costPerCall }) => (costPerCall === undefined ? undefined : moneyWords(costPerCall)),
    },
    {
      name: 'Cost per month',
      value: ({ costPerCall }) =>
        costPerCall === undefined || requestsPerMonth === undefined
          ? undefined
          : moneyWords(costPerCall * requestsPerMonth),
      isShown: requestsPerMonth !== undefined,
    },
    { name: 'Errors', value: ({ errors }) => formatCount(errors) },
  ]
  return columns.filter(({ isShown = true }) => isShown)
}

/** The end of `pointsWords`. */
const intervalPart = / \((.*)\)$/u

function rangeWords({ low, high }: { low: number; high: number }): string {
  return `${percentWords(low).replace(/ %$/u, '')} to ${percentWords(high)}`
}

function shareWords(share: number | undefined): string | undefined {
  return share === undefined ? undefined : percentWords(share)
}

/** Three digits are more than a measured cost is worth. */
function moneyWords(dollars: number): string {
  return dollars === 0 ? 'Free' : formatDollars(Number(dollars.toPrecision(3)))
}
