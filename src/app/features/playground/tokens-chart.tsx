import type { Reply } from '#app/data/message.ts'
import { formatCount } from '#app/ui/format.ts'
import { lineOf, roundSteps, tokensAfter, type LinePoint } from './chart-lines.ts'
import { seriesLook } from './series-look.tsx'
import type { PaneReply } from './summary-marks.ts'

interface TokensChartProps {
  replies: readonly PaneReply[]
  nameOf: (reply: Reply) => string
}

/** Pixels: the whole, and what the axes take of it. */
const size = { width: 360, height: 168, left: 40, right: 16, top: 10, bottom: 22 }
const plot = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom }

/** Tokens over the seconds since each reply was asked for: who began when, and how fast it went on. */
export function TokensChart({ replies, nameOf }: TokensChartProps) {
  const lines = replies
    .map(({ place, reply, figures }) => ({ place, reply, points: lineOf(reply, figures.tokensOut) }))
    .filter(({ points }) => points.length > 0)
  const seconds = Math.max(0, ...lines.flatMap(({ points }) => points.map((point) => point.seconds)))
  const tokens = Math.max(0, ...lines.flatMap(({ points }) => points.map((point) => point.tokens)))
  const times = roundSteps(seconds)
  const x = (value: number) => size.left + (seconds > 0 ? value / seconds : 0) * plot.width
  const y = (value: number) => size.top + plot.height - (tokens > 0 ? value / tokens : 0) * plot.height
  const draw = (points: readonly LinePoint[]) =>
    points.map((point) => `${x(point.seconds).toFixed(1)},${y(point.tokens).toFixed(1)}`).join(' ')
  return (
    <figure className="shrink-0 max-md:w-full">
      <figcaption className="label">Tokens over seconds since asking</figcaption>
      <svg
        role="img"
        aria-label="Tokens over time, one line a pane; the table after it has the same in figures"
        viewBox={`0 0 ${size.width} ${size.height}`}
        className="mt-1 w-90 max-w-full text-text-muted tabular-nums"
      >
        {roundSteps(tokens).map((step) => (
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
        {lines.map(({ place, points }) => {
          const { stroke, fill, dash } = seriesLook(place)
          const end = points.at(-1)
          return (
            <g key={place} data-series={place}>
              <polyline
                points={draw(points)}
                className={`fill-none ${stroke}`}
                strokeWidth="1.75"
                strokeDasharray={dash}
              />
              {end && (
                <text x={x(end.seconds) + 4} y={y(end.tokens)} dy="0.32em" className={`text-xs font-semibold ${fill}`}>
                  {place}
                </text>
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
          {lines.map(({ place, reply, points }) => (
            <tr key={place}>
              <th scope="row">
                {place} · {nameOf(reply)}
              </th>
              {times.map((time) => (
                <td key={time}>{formatCount(Math.round(tokensAfter(points, time) ?? 0))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
