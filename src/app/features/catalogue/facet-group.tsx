import { useState } from 'react'
import type { ReactNode } from 'react'
import { formatCount } from '#app/ui/format.ts'
import type { FacetValue } from './facets.ts'

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
export function FacetOption({ words, count, isChosen, onToggle, inLine = false }: FacetOptionProps) {
  const isEmpty = count === 0 && !isChosen
  return (
    <label className={`flex items-center rounded-md ${inLine ? lineLook : 'min-h-7 gap-2 max-md:min-h-9'}`}>
      <input type="checkbox" className="size-3.75 shrink-0" checked={isChosen} onChange={onToggle} />
      <bdi className={`min-w-0 wrap-anywhere ${isEmpty ? 'text-text-muted' : ''}`}>{words}</bdi>
      <span className="ml-auto pl-1 text-xs text-text-muted tabular-nums">{formatCount(count)}</span>
    </label>
  )
}
