import { memo } from 'react'
import { counted, formatCount, formatSize } from '#app/ui/format.ts'
import { costWords, countWords, figureWords, labelWords } from './usage-columns.ts'
import type { RowProps } from './usage-table.tsx'

interface UsageCardProps extends RowProps {
  /** How many rows the total adds up. */
  count?: number
}

/** A row of usage on a phone: the model or the key in the first line, what else it is grouped by in the second. */
export const UsageCard = memo(function UsageCard({ row, by, place, top, height, count = 0 }: UsageCardProps) {
  const isTotal = place < 0
  const failed = row.failed_requests
  const main = by.find((column) => column !== 'day') ?? 'day'
  const others = by.filter((column) => column !== main).map((column) => labelWords(row, column))
  return (
    <div
      role="row"
      aria-rowindex={place + 3}
      data-row={isTotal ? 'total' : undefined}
      className={`grid grid-cols-[minmax(0,1fr)] content-center gap-0.5 border-b border-line px-4 text-xs tabular-nums ${isTotal ? 'bg-surface-sunken py-2.5' : 'absolute inset-x-0 top-0 bg-surface'}`}
      style={{ transform: top === undefined ? undefined : `translateY(${top}px)`, height }}
    >
      <div role="presentation" className="flex items-baseline justify-between gap-3 text-sm">
        <div role="rowheader" className="min-w-0 truncate font-medium">
          {isTotal ? `Total of ${counted(count, 'row')}` : <bdi>{labelWords(row, main)}</bdi>}
        </div>
        <div role="cell" className="shrink-0 font-medium">
          {costWords(row.cost)}
        </div>
      </div>
      <div role="cell" className="truncate">
        {[...others, counted(row.requests, 'request')].join(' · ')}
        {failed > 0 && <span className="text-danger">, {countWords(failed)} failed</span>}
      </div>
      <div role="cell" className="truncate text-text-muted">
        {short(row.input_tokens)} in ({short(row.cached_tokens)} cached), {short(row.output_tokens)} out (
        {short(row.reasoning_tokens)} reasoning)
      </div>
      <div role="cell" className="truncate text-text-muted">
        First token {figureWords(row, 'first')}, total {figureWords(row, 'total')}
      </div>
    </div>
  )
})

/** Four of them must fit in a line. */
function short(tokens: number): string {
  return tokens < 100_000 ? formatCount(tokens) : formatSize(tokens)
}
