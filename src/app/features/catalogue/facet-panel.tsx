import { memo } from 'react'
import { formatDollars, formatSize } from '#app/ui/format.ts'
import { withRange } from './active-filters.ts'
import type { CatalogueView } from './catalogue-view.ts'
import type { FacetCounts } from './facet-counts.ts'
import { FacetGroup, FacetOption } from './facet-group.tsx'
import { deprecatedWords, facetTitles, openWords, toggleValue, valuesOf, type ListFacet } from './facets.ts'
import { RangeField, type RangeScale } from './range-field.tsx'
import type { ChangeView } from './use-view.ts'

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
