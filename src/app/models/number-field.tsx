import { useState } from 'react'
import { Field, fieldClass } from '#app/ui/field.tsx'

interface NumberFieldProps {
  id: string
  label: string
  value: number
  max: number
  /** What to say where something else was typed. */
  error: string
  onChange: (value: number) => void
  aside?: string | undefined
}

/** A number from 0 to `max`. What is typed and unusable stays to be mended, and changes nothing. */
export function NumberField({ id, label, value, max, error, onChange, aside }: NumberFieldProps) {
  const [mistake, setMistake] = useState<{ typed: string; held: number } | null>(null)
  // Another value from elsewhere takes the place of what was mistyped over the one before.
  const invalid = mistake?.held === value ? mistake.typed : null
  return (
    <Field htmlFor={id} label={label} aside={aside} error={invalid === null ? undefined : error}>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        step="any"
        value={invalid ?? value}
        aria-invalid={invalid !== null}
        aria-describedby={invalid === null ? undefined : `${id}-error`}
        onChange={({ target }) => {
          const typed = target.valueAsNumber
          const isUsable = Number.isFinite(typed) && typed >= 0 && typed <= max
          setMistake(isUsable ? null : { typed: target.value, held: value })
          if (isUsable) onChange(typed)
        }}
        // An emptied field shows again what holds; what is wrong stays to be read.
        onBlur={() => invalid === '' && setMistake(null)}
        className={fieldClass}
      />
    </Field>
  )
}
