import type { ComponentProps } from 'react'
import { fieldClass } from './field.tsx'

const units: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 }

/**
 * Parses a typed number: `2000`, `2,000`, `200k`, `1.05M`, `128 K`, `$2.50`, `1e6`. Returns undefined if it isn't a
 * number. Separate from `format.ts`, which every page loads first.
 */
export function parseNumber(text: string): number | undefined {
  const typed = /^\$?\s*([+-]?[\d.,]+(?:e[+-]?\d+)?)\s*([kmb])?$/iu.exec(text.trim())
  const digits = typed?.[1] ?? ''
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u.test(digits) ? digits.replaceAll(',', '') : digits
  const value = plain === '' ? Number.NaN : Number(plain)
  const unit = units[typed?.[2]?.toUpperCase() ?? ''] ?? 1
  if (!Number.isFinite(value)) return undefined
  // Rounds away floating-point error: 1.1M is 1100000. A number without a unit keeps all its digits.
  return unit === 1 ? value : Number((value * unit).toPrecision(15))
}

interface SpinInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'role'> {
  /** What the field shows. */
  text: string
  onText: (text: string) => void
  min: number
  max?: number
  /** The step of an arrow key; Page Up and Page Down go ten steps. */
  step: number
}

/**
 * A number field that accepts `200k`, `1.05M` and `2,000` (see `parseNumber`). Neither the native number field nor Base
 * UI's does, so this is a text field with the role and keys of a spin button.
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
