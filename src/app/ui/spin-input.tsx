import type { ComponentProps } from 'react'
import { fieldClass } from './field.tsx'
import { parseNumber } from './parse-number.ts'

interface SpinInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'role'> {
  /** What the field shows. */
  text: string
  onText: (text: string) => void
  min: number
  max?: number
  /** How far an arrow key goes; Page Up and Page Down go ten times as far. */
  step: number
}

/**
 * A field for a number, typed as people write it: `200k`, `1.05M`, `2,000` (see `parseNumber`). A browser's own number
 * field takes none of these, so this is a text field with the role and the keys of a spin button.
 */
export function SpinInput({ text, onText, min, max, step, onKeyDown, ...rest }: SpinInputProps) {
  const value = parseNumber(text)
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      className={fieldClass}
      {...rest}
      type="text"
      role="spinbutton"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={(event) => {
        const steps = stepsOf[event.key]
        if (steps !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
          event.preventDefault()
          const next = Number(((value ?? min) + steps * step).toPrecision(12))
          onText(String(Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min, next))))
        }
        onKeyDown?.(event)
      }}
    />
  )
}

const stepsOf: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }
