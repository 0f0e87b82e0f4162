import { useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { formatCount } from '#app/ui/format.ts'
import { parseNumber } from '#app/ui/parse-number.ts'
import { SpinInput } from '#app/ui/spin-input.tsx'

interface NumberFieldProps {
  id: string
  label: string
  value: number
  max: number
  step?: number
  /** A size that can be typed, such as `200k`, to name in the error. */
  example?: string
  onChange: (value: number) => void
  aside?: string | undefined
}

/** Text being typed, and the value when it was typed. */
interface Draft {
  text: string
  before: number
}

/** A number from 0 to `max`. Text that isn't one stays to be corrected, and changes nothing. */
export function NumberField({ id, label, value, max, step = 1, example, onChange, aside }: NumberFieldProps) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const numberIn = (text: string) => {
    const number = parseNumber(text)
    return number !== undefined && number >= 0 && number <= max ? number : undefined
  }
  // A new value from elsewhere replaces text that changed nothing.
  const shown = draft && (numberIn(draft.text) !== undefined || draft.before === value) ? draft.text : undefined
  const isWrong = shown !== undefined && numberIn(shown) === undefined
  const orSize = example === undefined ? '' : `, or a size such as ${example}`
  return (
    <Field
      htmlFor={id}
      label={label}
      aside={aside}
      error={isWrong ? `Type a number from 0 to ${formatCount(max)}${orSize}.` : undefined}
    >
      <SpinInput
        id={id}
        min={0}
        max={max}
        step={step}
        text={shown ?? String(value)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onText={(text) => {
          setDraft({ text, before: value })
          const number = numberIn(text)
          if (number !== undefined) onChange(number)
        }}
        // On leaving, the number takes the place of `200k` and of an emptied field; wrong text stays to be read.
        onBlur={() => (!isWrong || shown.trim() === '') && setDraft(null)}
      />
    </Field>
  )
}
