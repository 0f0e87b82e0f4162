import { type ReactNode, memo, useState } from 'react'
import type { CatalogueView, ChangeView } from '#app/features/catalogue/query/catalogue-view.ts'
import { formatCount, formatDollars, formatSize } from '#app/ui/format.ts'
import {
  type FacetCounts,
  type FacetValue,
  type ListFacet,
  deprecatedWords,
  facetTitles,
  openWords,
  toggleValue,
  valuesOf,
} from './facets.ts'
import { withRange } from './filter-chips.tsx'
import { RangeField, type RangeScale } from './range-field.tsx'

interface FacetGroupProps {
  title: string
  values: readonly FacetValue[]
  chosen: readonly string[]
  /** How many models each value leaves, in the order of the values. */
  counts: ArrayLike<number>
  onToggle: (value: string) => void
  /** How many stand there before somebody asks for all; chosen ones stand there in any case. */
  first?: number
  /** What stands beside the title. */
  aside?: ReactNode
  /** Side by side in one line that can be scrolled. */
  inLine?: boolean
}

/** The values of one facet, each with how many models it leaves. */
export function FacetGroup({ title, values, chosen, counts, onToggle, first, aside, inLine = false }: FacetGroupProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = values.filter(
    ({ value }, place) => isWhole || first === undefined || place < first || chosen.includes(value),
  )
  const hidden = values.length - shown.length
  const lacking = chosen.filter((value) => !values.some((known) => known.value === value))
  return (
    <fieldset className={inLine ? 'min-w-0' : 'grid gap-y-px'}>
      <legend className={inLine ? 'sr-only' : 'label mb-1'}>{title}</legend>
      {aside}
      <div className={inLine ? 'flex gap-1.5 overflow-x-auto px-4 py-0.5' : 'contents'}>
        {shown.map(({ value, words }) => (
          <FacetOption
            key={value}
            words={words}
            count={counts[values.findIndex((each) => each.value === value)] ?? 0}
            isChosen={chosen.includes(value)}
            onToggle={() => onToggle(value)}
            inLine={inLine}
          />
        ))}
        {lacking.map((value) => (
          <FacetOption key={value} words={value} count={0} isChosen onToggle={() => onToggle(value)} inLine={inLine} />
        ))}
      </div>
      {(hidden > 0 || isWhole) && (
        <button
          type="button"
          onClick={() => setIsWhole(!isWhole)}
          className="justify-self-start rounded-sm py-1 text-text-muted underline decoration-line-strong underline-offset-3 hover:text-text"
        >
          {isWhole ? 'Fewer' : `${hidden} more`}
        </button>
      )}
    </fieldset>
  )
}

interface FacetOptionProps {
  words: string
  count: number
  isChosen: boolean
  onToggle: () => void
  inLine?: boolean
}

const lineLook =
  'rim h-8 shrink-0 gap-1.5 px-2.5 whitespace-nowrap has-checked:border-accent has-checked:bg-accent-soft'

/** One value to switch on or off. What would leave nothing stands back, and can be switched all the same. */
function FacetOption({ words, count, isChosen, onToggle, inLine = false }: FacetOptionProps) {
  const isEmpty = count === 0 && !isChosen
  return (
    <label className={`flex items-center rounded-md ${inLine ? lineLook : 'min-h-7 gap-2 max-md:min-h-9'}`}>
      <input type="checkbox" className="size-3.75 shrink-0" checked={isChosen} onChange={onToggle} />
      <bdi className={`min-w-0 wrap-anywhere ${isEmpty ? 'text-text-muted' : ''}`}>{words}</bdi>
      <span className="ml-auto pl-1 text-xs text-text-muted tabular-nums">{formatCount(count)}</span>
    </label>
  )
}

interface FacetPanelProps {
  view: CatalogueView
  counts: FacetCounts
  makers: readonly string[]
  change: ChangeView
  /** Without the facet that stands elsewhere already. */
  without?: ListFacet
}

const contextScale: RangeScale = {
  name: 'Context from 8K to 2M',
  stops: [8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 256_000, 500_000, 1_000_000, 2_000_000],
  openEnd: 'start',
  words: (value) => `${formatSize(value)} tokens`,
  step: 1_000,
  example: '200k',
}
const priceStops = [0, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100]
const priceScale = { stops: priceStops, openEnd: 'end', words: formatDollars, step: 0.1 } as const
const inputScale: RangeScale = { ...priceScale, name: 'Input from free to $100' }
const outputScale: RangeScale = { ...priceScale, name: 'Output from free to $100' }

/** Everything by which the catalogue can be narrowed. */
export const FacetPanel = memo(function FacetPanel({ view, counts, makers, change, without }: FacetPanelProps) {
  const group = (facet: ListFacet, more: { first?: number } = {}) =>
    facet !== without && (
      <FacetGroup
        title={facetTitles[facet]}
        values={valuesOf(facet, makers)}
        chosen={view[facet]}
        counts={counts[facet]}
        onToggle={(value) => change((before) => toggleValue(before, facet, value))}
        aside={facet === 'can' && <MatchChoice view={view} change={change} />}
        {...more}
      />
    )
  const end = (name: 'context' | 'input' | 'output', which: 'min' | 'max') => ({
    value: view.ranges[name]?.[which],
    onChange: (value: number | undefined) =>
      change((before) => {
        const { [which]: _, ...other } = before.ranges[name] ?? {}
        return withRange(before, name, value === undefined ? other : { ...other, [which]: value })
      }),
  })

  return (
    <div className="grid gap-5">
      <fieldset>
        <legend className="label mb-1">Availability</legend>
        <FacetOption
          words={openWords}
          count={counts.open[0] ?? 0}
          isChosen={view.open}
          onToggle={() => change((before) => ({ ...before, open: !before.open }))}
        />
        <FacetOption
          words={deprecatedWords}
          count={counts.deprecated[0] ?? 0}
          isChosen={view.deprecated}
          onToggle={() => change((before) => ({ ...before, deprecated: !before.deprecated }))}
        />
      </fieldset>
      {group('type')}
      {group('can')}
      <RangeField label="Minimum context" unit="tokens" scale={contextScale} {...end('context', 'min')} />
      <RangeField label="Maximum input price" unit="$ per 1M" scale={inputScale} {...end('input', 'max')} />
      <RangeField label="Maximum output price" unit="$ per 1M" scale={outputScale} {...end('output', 'max')} />
      {group('price')}
      {group('maker', { first: 8 })}
      {group('status')}
      {group('visibility')}
    </div>
  )
})

function MatchChoice({ view, change }: { view: CatalogueView; change: ChangeView }) {
  return (
    <div role="radiogroup" aria-label="Match" className="mb-1 flex gap-4">
      {(['all', 'any'] as const).map((match) => (
        <label key={match} className="flex items-center gap-1.5 text-xs text-text-muted">
          <input
            type="radio"
            name="match"
            className="size-3.25"
            checked={view.match === match}
            onChange={() => change((before) => ({ ...before, match }))}
          />
          {match === 'all' ? 'All of these' : 'Any of these'}
        </label>
      ))}
    </div>
  )
}
