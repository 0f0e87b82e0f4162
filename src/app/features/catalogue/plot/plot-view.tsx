import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { axes, ranges, withRange } from '#app/features/catalogue/facets/facets.ts'
import '#app/features/catalogue/plot.css'
import type { CatalogueView, ChangeView } from '#app/features/catalogue/query/catalogue-view.ts'
import { type Costs, type ModelIndex, rangeFigures } from '#app/features/catalogue/query/model-index.ts'
import { modelPath } from '#app/models/model-link.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Select } from '#app/ui/select.tsx'
import { type PlotInk, type PointShape, pointShapes } from './draw-plot.ts'
import { PlotCanvas } from './plot-canvas.tsx'
import { type PlotMaker, layOutPlot, plotMakers } from './plot-points.ts'

/** The colours of an element's theme, read again whenever the theme changes. */
export function useInk(of: RefObject<HTMLElement | null>): PlotInk | null {
  const [ink, setInk] = useState<PlotInk | null>(null)
  useEffect(() => {
    const read = () => of.current && setInk(inkOf(of.current))
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const media = matchMedia('(prefers-color-scheme: dark)')
    media.addEventListener('change', read)
    return () => {
      observer.disconnect()
      media.removeEventListener('change', read)
    }
  }, [of])
  return ink
}

/** A canvas doesn't support `var()` and `light-dark()`: a probe element resolves them. */
function inkOf(element: HTMLElement): PlotInk {
  const probe = document.createElement('span')
  probe.style.font = '500 11px var(--font-sans)'
  element.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const ink = {
    text: read('--color-text-muted'),
    strong: read('--color-text'),
    line: read('--color-line'),
    surface: read('--color-surface'),
    accent: read('--color-accent'),
    font: getComputedStyle(probe).font,
    categories: pointShapes.map((_, category) => read(`--plot-${category}`)),
  }
  probe.remove()
  return ink
}

/** The current size of an element in CSS pixels; null before layout. */
export function useSize(of: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useEffect(() => {
    if (!of.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(of.current)
    return () => observer.disconnect()
  }, [of])
  return size
}

/** The colour and shape of each maker. */
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
            <path d={paths[pointShapes[category] ?? 'dot']} />
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

const paths: Record<PointShape, string> = {
  circle: 'M4.5 0a4.5 4.5 0 1 1-9 0a4.5 4.5 0 1 1 9 0z',
  square: 'M-4-4h8v8h-8z',
  triangle: 'M0-5.2L5 3.8H-5z',
  diamond: 'M0-5.8L5.8 0L0 5.8L-5.8 0z',
  cross: 'M-5.5-1.8h3.7v-3.7h3.6v3.7h3.7v3.6h-3.7v3.7h-3.6v-3.7h-3.7z',
  down: 'M0 5.2L5-3.8H-5z',
  bar: 'M-5.6-2.2h11.2v4.4h-11.2z',
  dot: 'M3 0a3 3 0 1 1-6 0a3 3 0 1 1 6 0z',
}

interface PlotViewProps {
  index: ModelIndex
  places: readonly number[]
  /** The type filter. */
  types: CatalogueView['type']
  axis: CatalogueView['axis']
  costs: () => Costs
  change: ChangeView
}

/**
 * Price against context, both logarithmic. The table beneath has the same models for screen readers. Without a type filter
 * only chat models are plotted: the others are priced in other units, and few have a context.
 */
export function PlotView({ index, places: shown, types, axis, costs, change }: PlotViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const { history } = useRouter()
  const size = useSize(place)
  const ink = useInk(place)
  const prices = rangeFigures(index, axis, costs)
  const [hasAllTypes, setHasAllTypes] = useState(false)
  const chats = useMemo(
    () => (types.length > 0 ? shown : shown.filter((each) => index.models[each]?.model_type === 'text_generation')),
    [index, types, shown],
  )
  // If nothing is a chat model, the others are what was asked for.
  const places = hasAllTypes || chats.length === 0 ? shown : chats
  const layout = useMemo(() => size && layOutPlot(index, places, prices, size), [index, places, prices, size])
  const { categories, legend } = useMemo(() => plotMakers(index, layout?.places ?? []), [index, layout])
  const price = ranges[axis].label.toLowerCase()

  return (
    <section
      aria-label="Plot"
      className="catalogue-plot flex h-1/2 min-h-64 shrink-0 flex-col border-b border-line pt-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 md:px-5">
        <label className="flex items-center gap-1.5 text-xs text-text-muted">
          <span className="sr-only">X axis</span>
          <Select
            look="small"
            value={axis}
            onChange={({ target }) => {
              const chosen = axes.find((each) => each === target.value)
              if (chosen) change((view) => ({ ...view, axis: chosen }))
            }}
          >
            {axes.map((each) => (
              <option key={each} value={each}>
                {ranges[each].label}
                {typeof ranges[each].figure === 'string' ? '' : ' / 1M'}
              </option>
            ))}
          </Select>
          × context length
        </label>
        <PlotLegend makers={legend} />
        <p className="flex items-center gap-1.5 text-xs text-text-muted">
          <span aria-hidden className="w-4 border-t border-dashed border-text-muted" />
          Pareto front: most context for the price
        </p>
        <p className="ml-auto flex items-center gap-4 text-xs text-text-muted">
          {layout && layout.unknown > 0 && without(layout.unknown, price)}
          {chats.length > 0 && chats.length < shown.length && (
            <label className="flex min-h-6 items-center gap-1.5 whitespace-nowrap">
              <input
                type="checkbox"
                className="size-3.25"
                checked={hasAllTypes}
                onChange={() => setHasAllTypes(!hasAllTypes)}
              />
              All types ({formatCount(shown.length)})
            </label>
          )}
        </p>
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
        axisTitle={axis === 'month' ? 'Cost per month ($)' : `${ranges[axis].label} ($ per 1M tokens)`}
        categoryOf={(each) => categories[index.facets.maker[each] ?? -1] ?? 0}
        label={`${formatCount(layout.places.length)} models by ${price} and context length. The table below shows the same data.`}
        onOpen={(id) => history.push(modelPath(id))}
        onBrush={(context, range) => change((view) => withRange(withRange(view, 'context', context), axis, range))}
      />
    )
  }
}

function without(count: number, price: string): string {
  return `${formatCount(count)} not plotted: ${price} or context unknown`
}
