import type { ReactNode } from 'react'
import { formatDollars, formatSeconds } from '#app/ui/format.ts'
import { variantName } from '#experiments/definition.ts'
import { percentWords } from '#experiments/statistics.ts'
import type { VariantSummary } from '#experiments/summary.ts'

/**
 * Three small charts: pass rates with their intervals, quality against cost, and latencies. Each is told by place and words, never by
 * colour alone, and is a table, too.
 */
export function Charts({ summaries }: { summaries: readonly VariantSummary[] }) {
  const rated = summaries.flatMap(({ variant, passRate }) => (passRate ? [{ variant, passRate }] : []))
  const timed = summaries.flatMap(({ variant, latency }) => (latency ? [{ variant, latency }] : []))
  const priced = summaries.flatMap(({ variant, passRate, costPerCall }) =>
    passRate && costPerCall !== undefined ? [{ variant, rate: passRate.value, cost: costPerCall }] : [],
  )
  const longest = Math.max(...timed.map(({ latency }) => latency.p95), 1)
  const most = Math.max(...priced.map(({ cost }) => cost))
  if (rated.length === 0 && timed.length === 0) return null
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-3">
      {rated.length > 0 && (
        <Chart
          title="Pass rate, with 95 % interval"
          axis={['0 %', '50 %', '100 %']}
          heads={['Variant', 'Pass rate', 'From', 'To']}
          rows={rated.map(({ variant, passRate }) => [
            variantName(variant),
            percentWords(passRate.value),
            percentWords(passRate.low),
            percentWords(passRate.high),
          ])}
        >
          {rated.map(({ variant, passRate: { low, high, value } }) => (
            <Row key={variant.id} name={variantName(variant)} value={percentWords(value)}>
              <Span from={low} to={high} className="h-1.5 bg-accent/40" />
              <Dot at={value} />
            </Row>
          ))}
        </Chart>
      )}
      {priced.length > 1 && most > 0 && (
        <Chart
          title="Pass rate against cost per call"
          axis={['$0', formatDollars(most)]}
          heads={['Variant', 'Pass rate', 'Cost per call']}
          rows={priced.map(({ variant, rate, cost }) => [
            variantName(variant),
            percentWords(rate),
            cost === 0 ? 'Free' : formatDollars(cost),
          ])}
        >
          <div className="relative mx-3 h-32 border-b border-l border-line-strong">
            <span className="absolute -top-1 left-1 text-xs text-text-muted">100 %</span>
            {priced.map(({ variant, rate, cost }) => (
              <span
                key={variant.id}
                className="absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full bg-accent"
                style={{ left: `${(cost / most) * 100}%`, bottom: `${rate * 100}%` }}
              >
                <span
                  className={`absolute bottom-1.5 max-w-32 truncate text-xs whitespace-nowrap ${cost > most / 2 ? 'right-1.5' : 'left-1.5'}`}
                >
                  {variantName(variant)}
                </span>
              </span>
            ))}
          </div>
        </Chart>
      )}
      {timed.length > 0 && (
        <Chart
          title="Latency: median, middle half, and 5 to 95 %"
          axis={['0 s', formatSeconds(longest / 1_000)]}
          heads={['Variant', 'p5', 'p25', 'p50', 'p75', 'p95']}
          rows={timed.map(({ variant, latency: { p5, p25, p50, p75, p95 } }) => [
            variantName(variant),
            ...[p5, p25, p50, p75, p95].map((ms) => formatSeconds(ms / 1_000)),
          ])}
        >
          {timed.map(({ variant, latency: { p5, p25, p50, p75, p95 } }) => (
            <Row key={variant.id} name={variantName(variant)} value={formatSeconds(p50 / 1_000)}>
              <Span from={p5 / longest} to={p95 / longest} className="h-px bg-text-muted" />
              <Span from={p25 / longest} to={p75 / longest} className="h-1.5 bg-accent/40" />
              <Dot at={p50 / longest} />
            </Row>
          ))}
        </Chart>
      )}
    </div>
  )
}

interface ChartProps {
  title: string
  /** What the line below says, from left to right. */
  axis: readonly string[]
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  children: ReactNode
}

function Chart({ title, axis, heads, rows, children }: ChartProps) {
  return (
    <figure className="grid min-w-0 content-start gap-2">
      <figcaption className="text-xs font-medium text-text-muted">{title}</figcaption>
      <div aria-hidden className="grid gap-1.5">
        {children}
        <div className="ml-0 flex justify-between text-xs text-text-muted tabular-nums">
          {axis.map((each) => (
            <span key={each}>{each}</span>
          ))}
        </div>
      </div>
      <details>
        <summary className="w-fit cursor-default rounded-sm text-xs text-text-muted hover:text-text">
          <span className="sr-only">{title}: </span>Table
        </summary>
        <table className="mt-1 w-full text-left text-xs tabular-nums">
          <thead>
            <tr className="border-b border-line text-text-muted">
              {heads.map((each) => (
                <th key={each} scope="col" className="py-1 pr-3 font-medium">
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values], at) => (
              <tr key={at} className="border-b border-line last:border-0">
                <th scope="row" className="max-w-32 truncate py-1 pr-3 font-normal">
                  {name}
                </th>
                {values.map((each, place) => (
                  <td key={place} className="pr-3">
                    {each}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** The line of a variant: its name and figure above a track from 0 to 100 %. */
function Row({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-3 text-xs">
        <span className="truncate">{name}</span>
        <span className="shrink-0 font-medium tabular-nums">{value}</span>
      </div>
      <div className="relative h-2.5">
        <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
        {children}
      </div>
    </div>
  )
}

/** A part of a track; shares from 0 to 1. */
function Span({ from, to, className }: { from: number; to: number; className: string }) {
  return (
    <span
      className={`absolute top-1/2 -translate-y-1/2 rounded-full ${className}`}
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    />
  )
}

function Dot({ at }: { at: number }) {
  return (
    <span
      className="absolute top-1/2 size-2.5 -translate-1/2 rounded-full border-2 border-surface bg-accent"
      style={{ left: `${at * 100}%` }}
    />
  )
}
