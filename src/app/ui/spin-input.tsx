import type { ComponentProps } from 'react'
import { fieldClass } from './field.tsx'

const units: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 }

/**
 * A number as people type it: `2000`, `2,000`, `200k`, `1.05M`, `128 K`, `$2.50`, `1e6`. Undefined when it is not a
 * number. Apart from `format.ts`, which every page loads first.
 */
export function parseNumber(text: string): number | undefined {
  const typed = /^\$?\s*([+-]?[\d.,]+(?:e[+-]?\d+)?)\s*([kmb])?$/iu.exec(text.trim())
  const digits = typed?.[1] ?? ''
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u.test(digits) ? digits.replaceAll(',', '') : digits
  const value = plain === '' ? Number.NaN : Number(plain)
  const unit = units[typed?.[2]?.toUpperCase() ?? ''] ?? 1
  if (!Number.isFinite(value)) return undefined
  // Without the digits that multiplying adds: 1.1M is 1100000. A number without a unit keeps all of its digits.
  return unit === 1 ? value : Number((value * unit).toPrecision(15))
}

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
 * field takes none of these, nor does Base UI's, so this is a text field with the role and the keys of a spin button.
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
          const next = Number(((value ?? Math.max(min, 0)) + steps * step).toPrecision(12))
          onText(String(Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min, next))))
        }
        onKeyDown?.(event)
      }}
    />
  )
}

const stepsOf: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }
