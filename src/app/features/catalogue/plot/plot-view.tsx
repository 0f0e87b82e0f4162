import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Range, type RangeName, axes, ranges, withRange } from '#app/features/catalogue/facets/facets.ts'
import '#app/features/catalogue/plot.css'
import type { CatalogueView, ChangeView } from '#app/features/catalogue/query/catalogue-view.ts'
import type { Costs, ModelIndex } from '#app/features/catalogue/query/model-index.ts'
import { type PassName, passNamesIn, usePassRates } from '#app/features/catalogue/query/pass-names.ts'
import { columnOf } from '#app/features/catalogue/table/columns.tsx'
import { modelPath } from '#app/models/model-link.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Select } from '#app/ui/select.tsx'
import { type PlotInk, type PointShape, pointShapes } from './draw-plot.ts'
import { frontWords, plotAxis } from './plot-axes.ts'
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
  yAxis: CatalogueView['yAxis']
  costs: () => Costs
  change: ChangeView
}

/**
 * Price against context, both logarithmic, or the pass rate in an experiment in place of one of them. The table beneath has the same models for screen readers. Without a type filter
 * only chat models are plotted: the others are priced in other units, and few have a context.
 */
export function PlotView({ index, places: shown, types, axis, yAxis, costs, change }: PlotViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const { history } = useRouter()
  const size = useSize(place)
  const ink = useInk(place)
  // The experiments are read once a list of axes is about to be opened, unless one is chosen.
  const [isChoosing, setIsChoosing] = useState(false)
  const { passRates } = usePassRates(isChoosing)
  const across = useMemo(() => plotAxis(axis, index, costs, passRates), [axis, index, costs, passRates])
  const up = useMemo(() => plotAxis(yAxis, index, costs, passRates), [yAxis, index, costs, passRates])
  const [hasAllTypes, setHasAllTypes] = useState(false)
  const chats = useMemo(
    () => (types.length > 0 ? shown : shown.filter((each) => index.models[each]?.model_type === 'text_generation')),
    [index, types, shown],
  )
  // If nothing is a chat model, the others are what was asked for.
  const places = hasAllTypes || chats.length === 0 ? shown : chats
  const layout = useMemo(() => size && layOutPlot(places, across, up, size), [places, across, up, size])
  const { categories, legend } = useMemo(() => plotMakers(index, layout?.places ?? []), [index, layout])

  const passOptions = passNamesIn(passRates).map((name) => [name, columnOf(name, passRates).heading] as const)

  return (
    <section
      aria-label="Plot"
      className="catalogue-plot flex h-1/2 min-h-64 shrink-0 flex-col border-b border-line pt-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 md:px-5">
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-text-muted">
          <AxisSelect
            name="X axis"
            value={axis}
            options={axes.map((each) => [
              each,
              `${ranges[each].label}${typeof ranges[each].figure === 'string' ? '' : ' / 1M'}`,
            ])}
            passOptions={passOptions}
            onNear={() => setIsChoosing(true)}
            onChange={(chosen) => change((view) => ({ ...view, axis: chosen }))}
          />
          ×
          <AxisSelect
            name="Y axis"
            value={yAxis}
            options={[['context', 'Context length']]}
            passOptions={passOptions}
            onNear={() => setIsChoosing(true)}
            onChange={(chosen) => change((view) => ({ ...view, yAxis: chosen }))}
          />
        </span>
        <PlotLegend makers={legend} />
        <p className="flex items-center gap-1.5 text-xs text-text-muted">
          <span aria-hidden className="w-4 border-t border-dashed border-text-muted" />
          Pareto front: {frontWords(across, up)}
        </p>
        <p className="ml-auto flex items-center gap-4 text-xs text-text-muted">
          {layout && layout.unknown > 0 && without(layout.unknown, across.noun, up.brief)}
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
        {...{ index, layout, size, ink, across, up }}
        categoryOf={(each) => categories[index.facets.maker[each] ?? -1] ?? 0}
        label={`${formatCount(layout.places.length)} models by ${across.noun} and ${up.noun}. The table below shows the same data.`}
        onOpen={(id) => history.push(modelPath(id))}
        onBrush={(x, y) => change((view) => limited(limited(view, up.range, y), across.range, x))}
      />
    )
  }
}

/** Some figures can't be filtered by. */
function limited(view: CatalogueView, name: RangeName | null, range: Range): CatalogueView {
  return name === null ? view : withRange(view, name, range)
}

function without(count: number, across: string, up: string): string {
  return `${formatCount(count)} not plotted: ${across} or ${up} unknown`
}

interface AxisSelectProps<Name extends string> {
  name: string
  value: Name | PassName
  options: readonly (readonly [Name, string])[]
  passOptions: readonly (readonly [PassName, string])[]
  /** Before its list can be opened. */
  onNear: () => void
  onChange: (chosen: Name | PassName) => void
}

/** Chooses what is plotted along an axis. */
function AxisSelect<Name extends string>({
  name,
  value,
  options,
  passOptions,
  onNear,
  onChange,
}: AxisSelectProps<Name>) {
  const all: readonly (readonly [Name | PassName, string])[] = [...options, ...passOptions]
  return (
    <Select
      look="small"
      aria-label={name}
      className="max-w-56"
      value={value}
      onPointerEnter={onNear}
      onFocus={onNear}
      onChange={({ target }) => {
        const chosen = all.find(([each]) => each === target.value)
        if (chosen) onChange(chosen[0])
      }}
    >
      {all.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </Select>
  )
}
