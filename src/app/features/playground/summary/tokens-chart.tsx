import type { Figure } from '#app/chat/metrics/reply-figures.ts'
import type { Reply } from '#app/data/message.ts'
import { formatCount } from '#app/ui/format.ts'
import { MarkShape } from './pane-mark.tsx'
import type { PaneReply } from './summary-marks.ts'
import { seriesStyle } from './summary-table.tsx'

/** Tokens received by the seconds since the request. */
export interface LinePoint {
  seconds: number
  tokens: number
}

/**
 * The line of a reply, from the request on. Samples count deltas and are scaled to end at the output tokens, which the
 * engine only reports at the end.
 */
export function buildLine({ progress = [], sentAt, deltas }: Reply, tokensOut: Figure | null): LinePoint[] {
  const first = progress[0]
  if (!first || !tokensOut || deltas === 0) return []
  const tokensPerDelta = tokensOut.value / deltas
  return [
    { seconds: (first.at - sentAt) / 1000, tokens: 0 },
    ...progress.map(({ at, pieces }) => ({ seconds: (at - sentAt) / 1000, tokens: pieces * tokensPerDelta })),
  ]
}

/** The tokens received after `seconds`, interpolated; null before the first. */
export function tokensAt(line: readonly LinePoint[], seconds: number): number | null {
  const next = line.findIndex((point) => point.seconds > seconds)
  if (next === -1) return line.at(-1)?.tokens ?? null
  const [from, to] = [line[next - 1], line[next]]
  if (!from || !to) return null
  return from.tokens + ((to.tokens - from.tokens) * (seconds - from.seconds)) / (to.seconds - from.seconds)
}

/** Up to five round axis values from above 0 to about `max`. The last one is at least 90 % of it. */
export function axisTicks(max: number): number[] {
  if (!(max > 0)) return []
  const magnitude = 10 ** Math.floor(Math.log10(max / 4))
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => max / size <= 5) ?? max
  const count = Math.floor(max / step + 1e-9)
  return Array.from({ length: count }, (_, paneNumber) => Number(((paneNumber + 1) * step).toPrecision(12)))
}

interface TokensChartProps {
  replies: readonly PaneReply[]
  nameOf: (reply: Reply) => string
}

/** Pixels: the whole chart and its margins. */
const size = { width: 360, height: 168, left: 40, right: 16, top: 10, bottom: 22 }
const plot = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom }

/** A chart of tokens over the seconds since each request. */
export function TokensChart({ replies, nameOf }: TokensChartProps) {
  const lines = replies
    .map(({ paneNumber, mark, reply, figures }) => ({
      paneNumber,
      mark,
      reply,
      points: buildLine(reply, figures.tokensOut),
    }))
    .filter(({ points }) => points.length > 0)
  const seconds = Math.max(0, ...lines.flatMap(({ points }) => points.map((point) => point.seconds)))
  const tokens = Math.max(0, ...lines.flatMap(({ points }) => points.map((point) => point.tokens)))
  const times = axisTicks(seconds)
  const x = (value: number) => size.left + (seconds > 0 ? value / seconds : 0) * plot.width
  const y = (value: number) => size.top + plot.height - (tokens > 0 ? value / tokens : 0) * plot.height
  const draw = (points: readonly LinePoint[]) =>
    points.map((point) => `${x(point.seconds).toFixed(1)},${y(point.tokens).toFixed(1)}`).join(' ')
  return (
    <figure className="shrink-0 max-md:w-full">
      <figcaption className="label">Tokens by seconds since sending</figcaption>
      <svg
        role="img"
        aria-label="Tokens over time, one line per pane. The table below shows the same data."
        viewBox={`0 0 ${size.width} ${size.height}`}
        className="mt-1 w-90 max-w-full text-text-muted tabular-nums"
      >
        {axisTicks(tokens).map((step) => (
          <g key={step}>
            <line x1={size.left} x2={size.width - size.right} y1={y(step)} y2={y(step)} className="stroke-line" />
            <text x={size.left - 6} y={y(step)} className="fill-current text-xs" textAnchor="end" dy="0.32em">
              {formatCount(step)}
            </text>
          </g>
        ))}
        <line x1={size.left} x2={size.width - size.right} y1={y(0)} y2={y(0)} className="stroke-line-strong" />
        {times.map((time) => (
          <text key={time} x={x(time)} y={size.height - 6} className="fill-current text-xs" textAnchor="middle">
            {time} s
          </text>
        ))}
        {lines.map(({ paneNumber, mark, points }) => {
          const { stroke, dash } = seriesStyle(mark)
          const end = points.at(-1)
          return (
            <g key={paneNumber} data-series={mark}>
              <polyline
                points={draw(points)}
                className={`fill-none ${stroke}`}
                strokeWidth="1.75"
                strokeDasharray={dash}
              />
              {end && (
                <g transform={`translate(${x(end.seconds) + 3} ${y(end.tokens) - 5}) scale(0.625)`}>
                  <MarkShape mark={mark} />
                </g>
              )}
            </g>
          )
        })}
      </svg>
      <table className="sr-only">
        <caption>Tokens over time</caption>
        <thead>
          <tr>
            <th scope="col">Pane</th>
            {times.map((time) => (
              <th key={time} scope="col">
                after {time} s
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ paneNumber, reply, points }) => (
            <tr key={paneNumber}>
              <th scope="row">
                Pane {paneNumber}: {nameOf(reply)}
              </th>
              {times.map((time) => (
                <td key={time}>{formatCount(Math.round(tokensAt(points, time) ?? 0))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
