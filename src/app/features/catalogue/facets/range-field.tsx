import { useId, useState } from 'react'
import { useDraft } from '#app/features/catalogue/query/search-draft.ts'
import { Field } from '#app/ui/field.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { SpinInput, parseNumber } from '#app/ui/spin-input.tsx'
import type { LimitField } from './facet-table.ts'

interface RangeFieldProps {
  field: LimitField
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/** One end of a range: typed, such as `200k`, or set with a slider. Empty means no limit. */
export function RangeField({ field, value, onChange }: RangeFieldProps) {
  const { end, label, unit, example, step, words } = field
  const id = useId()
  const plain = value === undefined ? '' : String(value)
  // Keeps `1.` as typed until the field loses focus: the next keys may make it `1.5M`.
  const [typedAs, setTypedAs] = useState('')
  const draft = useDraft(amountOf(typedAs) === value ? typedAs : plain, (text) => {
    const typed = amountOf(text)
    if (typed === 'unusable') return
    setTypedAs(text)
    onChange(typed)
  })
  const leave = () => {
    draft.flush()
    setTypedAs('')
  }
  const typed = amountOf(draft.text)
  const isUsable = typed !== 'unusable'
  const orSize = example === undefined ? '' : `, such as ${example}`
  // No limit is the lowest minimum or the highest maximum.
  const limits = field.stops.map(String)
  const stops = end === 'min' ? ['', ...limits] : [...limits, '']
  return (
    <Field
      htmlFor={id}
      label={label}
      aside={unit}
      error={isUsable ? undefined : `Enter a number of 0 or more${orSize}, or leave it empty.`}
    >
      <SpinInput
        id={id}
        min={0}
        step={step}
        placeholder="Any"
        text={draft.text}
        aria-invalid={!isUsable}
        aria-describedby={isUsable ? undefined : `${id}-error`}
        onText={draft.setText}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        onBlur={leave}
      />
      <Slider
        label={field.sliderName}
        value={stopNearest(stops, isUsable ? typed : undefined)}
        valueText={isUsable && typed !== undefined ? words(typed) : 'Any'}
        min={0}
        max={stops.length - 1}
        step={1}
        isSet={isUsable && typed !== undefined}
        onChange={(place) => draft.setText(stops[place] ?? '')}
      />
    </Field>
  )
}

function amountOf(text: string): number | undefined | 'unusable' {
  if (text.trim() === '') return undefined
  const value = parseNumber(text)
  return value !== undefined && value >= 0 ? value : 'unusable'
}

/** The nearest stop on a logarithmic scale. */
function stopNearest(stops: readonly string[], value: number | undefined): number {
  if (value === undefined) return stops.indexOf('')
  const distances = stops.map((stop) =>
    stop === '' ? Number.POSITIVE_INFINITY : Math.abs(Math.log(Number(stop) + 1e-6) - Math.log(value + 1e-6)),
  )
  return distances.indexOf(Math.min(...distances))
}
