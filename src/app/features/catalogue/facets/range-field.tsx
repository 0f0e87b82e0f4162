import { useId, useState } from 'react'
import { useDraft } from '#app/features/catalogue/query/search-draft.ts'
import { Field } from '#app/ui/field.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { SpinInput, parseNumber } from '#app/ui/spin-input.tsx'

/** The stops of a slider over a figure that people know in steps, such as 8K, 16K, 32K. */
export interface RangeScale {
  name: string
  stops: readonly number[]
  /** Where the slider stands while there is no limit. */
  openEnd: 'start' | 'end'
  words: (value: number) => string
  /** How far an arrow key goes. */
  step: number
  /** A size that can be typed, to name in the error. */
  example?: string
}

interface RangeFieldProps {
  label: string
  unit: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  scale: RangeScale
}

/** One end of a range: typed, `200k` for one, or set with a slider. Empty is no limit. */
export function RangeField({ label, unit, value, onChange, scale }: RangeFieldProps) {
  const id = useId()
  const plain = value === undefined ? '' : String(value)
  // `1.` stays as it is typed until the field is left: the next keys may make it `1.5M`.
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
  const orSize = scale.example === undefined ? '' : `, or a size such as ${scale.example}`
  const places = ['', ...(scale.openEnd === 'start' ? scale.stops : scale.stops.toReversed()).map(String)]
  const stops = scale.openEnd === 'start' ? places : places.toReversed()
  return (
    <Field
      htmlFor={id}
      label={label}
      aside={unit}
      error={isUsable ? undefined : `Type a number from 0${orSize}, or nothing for no limit.`}
    >
      <SpinInput
        id={id}
        min={0}
        step={scale.step}
        placeholder="Any"
        text={draft.text}
        aria-invalid={!isUsable}
        aria-describedby={isUsable ? undefined : `${id}-error`}
        onText={draft.setText}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        onBlur={leave}
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

function amountOf(text: string): number | undefined | 'unusable' {
  if (text.trim() === '') return undefined
  const value = parseNumber(text)
  return value !== undefined && value >= 0 ? value : 'unusable'
}

/** The stop that is nearest on a logarithmic scale; 0 is nearest to the least. */
function stopNearest(stops: readonly string[], value: number | undefined): number {
  if (value === undefined) return stops.indexOf('')
  const distances = stops.map((stop) =>
    stop === '' ? Number.POSITIVE_INFINITY : Math.abs(Math.log(Number(stop) + 1e-6) - Math.log(value + 1e-6)),
  )
  return distances.indexOf(Math.min(...distances))
}
