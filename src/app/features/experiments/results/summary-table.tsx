import { formatCount, formatDollars, formatSeconds, unknownMark } from '#app/ui/format.ts'
import { type Definition, variantName } from '#experiments/definition.ts'
import type { CellBoard } from './cell-board.ts'
import { summaryOf } from './result-rows.ts'
import { useBoardVersion } from './use-board.ts'

/** What each variant adds up to. */
export function SummaryTable({ definition, board }: { definition: Definition; board: CellBoard }) {
  useBoardVersion(board)
  const columns = ['Variant', 'Pass rate', 'Errors', 'Latency p50', 'Latency p95', 'Tokens', 'Cost']
  return (
    <div role="region" aria-label="Summary table" tabIndex={0} className="overflow-x-auto">
      <table aria-label="Summary" className="w-full min-w-max text-left tabular-nums">
        <thead>
          <tr className="border-b border-line text-xs text-text-muted">
            {columns.map((name) => (
              <th key={name} scope="col" className="py-1.5 pr-6 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {definition.variants.map((variant) => {
            const { passed, judged, errors, latencyP50, latencyP95, tokens, cost } = summaryOf(
              definition,
              board,
              variant.id,
            )
            const seconds = (ms: number | undefined) => (ms === undefined ? unknownMark : formatSeconds(ms / 1_000))
            return (
              <tr key={variant.id} className="border-b border-line">
                <th scope="row" className="max-w-60 truncate py-1.5 pr-6 font-medium">
                  <bdi>{variantName(variant)}</bdi>
                  {variant.id === definition.baseline && (
                    <span className="font-normal text-text-muted"> (baseline)</span>
                  )}
                </th>
                <td className="pr-6">
                  {judged === 0 ? unknownMark : `${((passed / judged) * 100).toFixed(1)} %`}
                  {judged > 0 && (
                    <span className="text-text-muted">
                      {' '}
                      ({formatCount(passed)} of {formatCount(judged)})
                    </span>
                  )}
                </td>
                <td className="pr-6">{formatCount(errors)}</td>
                <td className="pr-6">{seconds(latencyP50)}</td>
                <td className="pr-6">{seconds(latencyP95)}</td>
                <td className="pr-6">{formatCount(tokens)}</td>
                <td className="pr-6">{latencyP50 === undefined ? unknownMark : costWords(cost)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function costWords(cost: number | undefined): string {
  if (cost === undefined) return unknownMark
  return cost === 0 ? 'Free' : formatDollars(cost)
}
