import { memo, useState } from 'react'
import type { CatalogueView, ChangeView } from '#app/features/catalogue/query/catalogue-view.ts'
import type { ModelIndex } from '#app/features/catalogue/query/model-index.ts'
import type { FacetCounts } from '#app/features/catalogue/query/select-models.ts'
import { formatCount } from '#app/ui/format.ts'
import { deprecatedLabel } from './facet-table.ts'
import {
  type ListName,
  type RangeName,
  flagNames,
  flags,
  isListName,
  labelOf,
  listNames,
  lists,
  rangeNames,
  ranges,
  toggleValue,
  withRange,
} from './facets.ts'
import { RangeField } from './range-field.tsx'

export interface FacetPanelProps {
  view: CatalogueView
  counts: FacetCounts
  /** Every value of each facet. */
  values: ModelIndex['values']
  change: ChangeView
}

interface FacetGroupProps extends FacetPanelProps {
  name: ListName
}

/** The values of one facet, each with how many models it leaves. */
function FacetGroup({ name, view, counts, values, change }: FacetGroupProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const { label, match, shownFirst = Number.POSITIVE_INFINITY } = lists[name]
  const chosen: readonly string[] = view[name]
  const known = values[name].map((value, place) => ({ value, place, count: counts[name][place] ?? 0 }))
  const shown = known.filter(({ value, place }) => isExpanded || place < shownFirst || chosen.includes(value))
  const hidden = known.length - shown.length
  const missing = chosen.filter((value) => !values[name].includes(value)).map((value) => ({ value, count: 0 }))
  return (
    <fieldset className="grid gap-y-px">
      <legend className="label mb-1">{label}</legend>
      {match === 'choice' && <MatchChoice view={view} change={change} />}
      {[...shown, ...missing].map(({ value, count }) => (
        <FacetOption
          key={value}
          words={labelOf(name, value)}
          count={count}
          isChosen={chosen.includes(value)}
          onToggle={() => change((before) => toggleValue(before, name, value))}
        />
      ))}
      {(hidden > 0 || isExpanded) && (
        <button
          type="button"
          onClick={() => setIsExpanded(!isExpanded)}
          className="justify-self-start rounded-sm py-1 text-text-muted underline decoration-line-strong underline-offset-3 hover:text-text"
        >
          {isExpanded ? 'Fewer' : `${hidden} more`}
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
}

/** One value to switch on or off. One that would leave nothing is muted, but still works. */
function FacetOption({ words, count, isChosen, onToggle }: FacetOptionProps) {
  const isEmpty = count === 0 && !isChosen
  return (
    <label className="flex min-h-7 items-center gap-2 rounded-md max-md:min-h-10">
      <input type="checkbox" className="size-3.75 shrink-0" checked={isChosen} onChange={onToggle} />
      <bdi className={`min-w-0 wrap-anywhere ${isEmpty ? 'text-text-muted' : ''}`}>{words}</bdi>
      <span className="ml-auto pl-1 text-xs text-text-muted tabular-nums">{formatCount(count)}</span>
    </label>
  )
}

/** The rows of the panel below "Availability", from top to bottom. */
const panelNames = [...listNames, ...rangeNames]
  .filter((name) => positionOf(name) !== undefined)
  .toSorted((one, other) => (positionOf(one) ?? 0) - (positionOf(other) ?? 0))

function positionOf(name: ListName | RangeName): number | undefined {
  return isListName(name) ? lists[name].panel : ranges[name].panel
}

/** Every filter of the catalogue. */
export const FacetPanel = memo(function FacetPanel(props: FacetPanelProps) {
  const { view, counts, change } = props
  return (
    <div className="grid gap-5">
      <fieldset>
        <legend className="label mb-1">Availability</legend>
        {flagNames.map((name) => (
          <FacetOption
            key={name}
            words={flags[name].label}
            count={counts[name][0] ?? 0}
            isChosen={view[name]}
            onToggle={() => change((before) => ({ ...before, [name]: !before[name] }))}
          />
        ))}
        <FacetOption
          words={deprecatedLabel}
          count={counts.deprecated[0] ?? 0}
          isChosen={view.deprecated}
          onToggle={() => change((before) => ({ ...before, deprecated: !before.deprecated }))}
        />
      </fieldset>
      {panelNames.map((name) =>
        isListName(name) ? (
          <FacetGroup key={name} name={name} {...props} />
        ) : (
          <RangeLimit key={name} name={name} view={view} change={change} />
        ),
      )}
    </div>
  )
})

interface RangeLimitProps extends Pick<FacetPanelProps, 'view' | 'change'> {
  name: RangeName
}

/** One end of a range. */
function RangeLimit({ name, view, change }: RangeLimitProps) {
  const { field } = ranges[name]
  if (!field) return null
  const { end } = field
  return (
    <RangeField
      field={field}
      value={view.ranges[name]?.[end]}
      onChange={(value) =>
        change((before) => {
          const { [end]: _, ...other } = before.ranges[name] ?? {}
          return withRange(before, name, value === undefined ? other : { ...other, [end]: value })
        })
      }
    />
  )
}

function MatchChoice({ view, change }: Pick<FacetPanelProps, 'view' | 'change'>) {
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
