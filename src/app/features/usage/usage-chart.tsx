import { useId, useMemo, useState } from 'react'
import { formatDollars, formatSize } from '#app/ui/format.ts'
import type { UsageReport, UsageRow } from '#contract/usage.ts'
import { type Bucket, axisEnd, bucketsOf, isByMonth } from './chart-buckets.ts'
import { countWords } from './usage-columns.ts'
import { type ChartFigure, chartFigures } from './usage-view.ts'

interface UsageChartProps {
  /** The rows by day. */
  days: readonly UsageRow[]
  total: UsageReport['total']
  /** YYYY-MM-DD in UTC, both included. */
  from: string
  to: string
  /** Null chooses cost, or tokens if nothing had a cost. */
  figure: ChartFigure | null
  onFigure: (figure: ChartFigure) => void
}

const axisWords: Record<ChartFigure, (value: number) => string> = {
  cost: formatDollars,
  tokens: formatSize,
  requests: formatSize,
}

/** Bars of cost, tokens or requests by day, or by month in a long period. The table by day has the same figures. */
export function UsageChart({ days, total, from, to, figure: chosen, onFigure }: UsageChartProps) {
  const figure = chosen ?? (total.cost > 0 ? 'cost' : 'tokens')
  const [hovered, setHovered] = useState<string | null>(null)
  const buckets = useMemo(() => bucketsOf(days, from, to, figure), [days, from, to, figure])
  const greatest = buckets.reduce((best, each) => (each.value > best.value ? each : best), emptyBucket)
  const end = axisEnd(greatest.value)
  const words = (value: number) => (figure === 'cost' ? formatDollars(Number(value.toPrecision(3))) : countWords(value))
  const title = `${chartFigures[figure]} per ${isByMonth(from, to) ? 'month' : 'day'}`
  const shown = buckets.find(({ start }) => start === hovered)
  return (
    <figure className="grid max-h-60 min-w-0 grid-rows-[auto_1fr] gap-3">
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="label">{title}</span>
        <span className="text-xs tabular-nums">{shown && `${shown.label}: ${words(shown.value)}`}</span>
        <FigureSwitch figure={figure} onFigure={onFigure} />
      </figcaption>
      <div
        role="img"
        aria-label={`${title}. Highest: ${words(greatest.value)}${greatest.value > 0 ? ` (${greatest.label})` : ''}. Group the table by day to see all values.`}
        className="grid min-h-36 grid-cols-[auto_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-2 gap-y-1 text-xs text-text-muted tabular-nums"
      >
        <div className="flex flex-col justify-between text-end">
          {[end, end / 2, 0].map((value) => (
            <span key={value} className="h-0 leading-0">
              {axisWords[figure](value)}
            </span>
          ))}
        </div>
        <div className="relative" onPointerLeave={() => setHovered(null)}>
          <div aria-hidden className="absolute inset-0 flex flex-col justify-between">
            <span className="border-t border-line" />
            <span className="border-t border-line" />
            <span className="border-t border-line-strong" />
          </div>
          <Bars buckets={buckets} end={end} hovered={hovered} onHover={setHovered} />
        </div>
        <div className="col-start-2 flex justify-between">
          <span>{buckets[0]?.label}</span>
          <span>{buckets.length > 1 && buckets.at(-1)?.label}</span>
        </div>
      </div>
    </figure>
  )
}

const emptyBucket: Bucket = { start: '', label: '', value: 0 }

interface BarsProps {
  buckets: readonly Bucket[]
  /** The value at the top. */
  end: number
  hovered: string | null
  onHover: (start: string) => void
}

/** Drawn instead of coloured boxes, since forced colours remove backgrounds. */
function Bars({ buckets, end, hovered, onHover }: BarsProps) {
  // Few days shouldn't make bars as wide as a hand.
  const width = Math.min(0.68, 0.1 + 0.06 * buckets.length)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${buckets.length} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {buckets.map(({ start, value }, place) => {
        // A day with little usage must not look like one without.
        const height = value > 0 ? Math.max(1.5, (value / end) * 100) : 0
        return (
          <g key={start} onPointerEnter={() => onHover(start)}>
            <rect x={place} width="1" height="100" className={start === hovered ? 'fill-tint' : 'fill-transparent'} />
            <rect
              x={place + (1 - width) / 2}
              y={100 - height}
              width={width}
              height={height}
              className="fill-series-1"
            />
          </g>
        )
      })}
    </svg>
  )
}

function FigureSwitch({ figure, onFigure }: { figure: ChartFigure; onFigure: (figure: ChartFigure) => void }) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label="Chart"
      className="rim ml-auto flex h-6.5 shrink-0 overflow-hidden p-0.5 pointer-coarse:h-10"
    >
      {(['cost', 'tokens', 'requests'] as const).map((value) => (
        <label
          key={value}
          className="flex items-center rounded-sm px-2 text-xs font-medium text-text-muted has-checked:bg-tint has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === figure}
            onChange={() => onFigure(value)}
            className="sr-only"
          />
          {chartFigures[value]}
        </label>
      ))}
    </div>
  )
}
