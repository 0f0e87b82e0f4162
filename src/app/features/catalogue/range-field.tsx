import { useId } from 'react'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { useDraft } from './use-draft.ts'

/** The stops of a slider over a figure that people know in steps, such as 8K, 16K, 32K. */
export interface RangeScale {
  name: string
  stops: readonly number[]
  /** Where the slider stands while there is no limit. */
  openEnd: 'start' | 'end'
  words: (value: number) => string
}

interface RangeFieldProps {
  label: string
  unit: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  scale: RangeScale
}

/** One end of a range: typed to the figure, or slid along a scale. Empty is no limit. */
export function RangeField({ label, unit, value, onChange, scale }: RangeFieldProps) {
  const id = useId()
  const draft = useDraft(value === undefined ? '' : String(value), (text) => {
    const typed = amountOf(text)
    if (typed !== 'unusable') onChange(typed)
  })
  const typed = amountOf(draft.text)
  const isUsable = typed !== 'unusable'
  const places = ['', ...(scale.openEnd === 'start' ? scale.stops : scale.stops.toReversed()).map(String)]
  const stops = scale.openEnd === 'start' ? places : places.toReversed()
  return (
    <Field
      htmlFor={id}
      label={label}
      aside={unit}
      error={isUsable ? undefined : 'Type a number from 0, or nothing for no limit.'}
    >
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        placeholder="Any"
        // The browser has no text for what it cannot read, and would wipe out `1e` on its way to `1e3` if given another.
        value={draft.text === unreadable ? '' : draft.text}
        aria-invalid={!isUsable}
        aria-describedby={isUsable ? undefined : `${id}-error`}
        onChange={({ target }) => draft.setText(target.validity.badInput ? unreadable : target.value)}
        onKeyDown={(event) => event.key === 'Enter' && draft.flush()}
        onBlur={draft.flush}
        className={fieldClass}
      />
      <Slider
        label={scale.name}
        value={stopNearest(stops, isUsable ? typed : undefined)}
        valueText={isUsable && typed !== undefined ? scale.words(typed) : 'Any'}
        min={0}
        max={stops.length - 1}
        step={1}
        onChange={(place) => draft.setText(stops[place] ?? '')}
      />
    </Field>
  )
}

/** Stands for what was typed and the browser itself takes for no number. */
const unreadable = '?'

function amountOf(text: string): number | undefined | 'unusable' {
  if (text.trim() === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) && value >= 0 ? value : 'unusable'
}

/** The stop that is nearest on a logarithmic scale; 0 is nearest to the least. */
function stopNearest(stops: readonly string[], value: number | undefined): number {
  if (value === undefined) return stops.indexOf('')
  const distances = stops.map((stop) =>
    stop === '' ? Number.POSITIVE_INFINITY : Math.abs(Math.log(Number(stop) + 1e-6) - Math.log(value + 1e-6)),
  )
  return distances.indexOf(Math.min(...distances))
}
