import { shapes, type Shape } from './draw-plot.ts'
import type { PlotMaker } from './plot-makers.ts'

/** Which colour and shape is whose. */
export function PlotLegend({ makers }: { makers: readonly PlotMaker[] }) {
  return (
    <ul aria-label="Makers in the plot" className="flex min-w-0 flex-wrap gap-x-3.5 gap-y-0.5 text-xs text-text-muted">
      {makers.map(({ name, category }) => (
        <li key={category} className="flex items-center gap-1.5">
          <svg
            aria-hidden
            viewBox="-6 -6 12 12"
            width={11}
            height={11}
            fill="currentColor"
            style={{ color: `var(--plot-${category})` }}
          >
            <path d={paths[shapes[category] ?? 'dot']} />
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

const paths: Record<Shape, string> = {
  circle: 'M4.5 0a4.5 4.5 0 1 1-9 0a4.5 4.5 0 1 1 9 0z',
  square: 'M-4-4h8v8h-8z',
  triangle: 'M0-5.2L5 3.8H-5z',
  diamond: 'M0-5.8L5.8 0L0 5.8L-5.8 0z',
  cross: 'M-5.5-1.8h3.7v-3.7h3.6v3.7h3.7v3.6h-3.7v3.7h-3.6v-3.7h-3.7z',
  down: 'M0 5.2L5-3.8H-5z',
  bar: 'M-5.6-2.2h11.2v4.4h-11.2z',
  dot: 'M3 0a3 3 0 1 1-6 0a3 3 0 1 1 6 0z',
}
