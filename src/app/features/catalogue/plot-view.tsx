import { useRouter } from '@tanstack/react-router'
import { useMemo, useRef, type ReactNode } from 'react'
import { modelPath } from '#app/models/model-path.ts'
import { formatCount } from '#app/ui/format.ts'
import { withRange } from './active-filters.ts'
import { axes, type CatalogueView } from './catalogue-view.ts'
import { columns } from './columns.ts'
import type { ModelIndex } from './model-index.ts'
import { plotMakers } from './plot-makers.ts'
import { PlotCanvas } from './plot-canvas.tsx'
import { PlotLegend } from './plot-legend.tsx'
import { layOutPlot } from './plot-points.ts'
import './plot.css'
import { figuresOf, type Costs } from './sort-models.ts'
import { useInk } from './use-ink.ts'
import { useSize } from './use-size.ts'
import type { ChangeView } from './use-view.ts'

interface PlotViewProps {
  index: ModelIndex
  places: readonly number[]
  axis: CatalogueView['axis']
  costs: () => Costs
  change: ChangeView
}

/** Price across, context up, both by powers of ten. What it shows stands in the table beneath it, word for word. */
export function PlotView({ index, places, axis, costs, change }: PlotViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const { history } = useRouter()
  const size = useSize(place)
  const ink = useInk(place)
  const prices = figuresOf(index, axis, costs)
  const layout = useMemo(() => size && layOutPlot(index, places, prices, size), [index, places, prices, size])
  const { categories, legend } = useMemo(() => plotMakers(index, layout?.places ?? []), [index, layout])
  const price = columns[axis].words.toLowerCase()

  return (
    <section
      aria-label="Plot"
      className="catalogue-plot flex h-[46%] min-h-60 shrink-0 flex-col border-b border-line pt-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 md:px-5">
        <label className="flex items-center gap-1.5 text-xs text-text-muted">
          <span className="sr-only">Across</span>
          <select
            value={axis}
            onChange={({ target }) => {
              const chosen = axes.find((each) => each === target.value)
              if (chosen) change((view) => ({ ...view, axis: chosen }))
            }}
            className="rounded-sm bg-transparent font-medium text-text outline-offset-1 [&>option]:bg-surface-raised [&>option]:text-text"
          >
            {axes.map((each) => (
              <option key={each} value={each}>
                {columns[each].words}
                {each === 'month' ? '' : ' / 1M'}
              </option>
            ))}
          </select>
          × context length
        </label>
        <PlotLegend makers={legend} />
        {layout && layout.unknown > 0 && (
          <p className="ml-auto text-xs text-text-muted">{without(layout.unknown, price)}</p>
        )}
      </div>
      <div ref={place} className="relative min-h-0 flex-1">
        {canvas()}
      </div>
    </section>
  )

  function canvas(): ReactNode {
    if (!layout || !size || !ink) return null
    return (
      <PlotCanvas
        {...{ index, layout, size, ink, axis }}
        prices={prices}
        categoryOf={(each) => categories[index.maker[each] ?? -1] ?? 0}
        label={`${formatCount(layout.places.length)} models by ${price} and context length. The table below has the same.`}
        onOpen={(id) => history.push(modelPath(id))}
        onBrush={(context, range) => change((view) => withRange(withRange(view, 'context', context), axis, range))}
      />
    )
  }
}

function without(count: number, price: string): string {
  return `${formatCount(count)} of unknown ${price} or context ${count === 1 ? 'is' : 'are'} only in the table`
}
