import { parameters } from '#contract/parameters.ts'
import { allowedWords } from '#app/chat/invalid-settings.ts'
import { fieldClass } from '#app/ui/field.tsx'
import { Slider } from '#app/ui/slider.tsx'
import type { ControlProps } from './parameter-controls.ts'
import { ParameterHead, Unsupported } from './parameter-head.tsx'
import { useTypedNumber } from './use-typed-number.ts'
import { useFocusWhenWanted } from './wanted-setting.ts'

/** A number with a default: a slider, and a field for the exact value, which is empty while nothing is sent. */
export function SliderRow({ name, store, id, unsupportedBy }: ControlProps<'number'>) {
  const row = parameters[name]
  const { label, range, help } = row
  const { value, invalid, set, type } = useTypedNumber(store, name)
  const shown = value ?? row.default ?? range.min
  const changed = value !== undefined || invalid !== undefined
  const field = useFocusWhenWanted<HTMLInputElement>(store, name)
  return (
    <div className="grid gap-0.5">
      <ParameterHead label={label} help={help} changed={changed} onReset={() => set(undefined)} untouched="Not sent">
        <input
          ref={field}
          id={id}
          type="number"
          inputMode="decimal"
          aria-label={`${label} value`}
          {...range}
          value={invalid ?? value ?? ''}
          placeholder={String(row.default)}
          onChange={(event) => type(event.target)}
          aria-invalid={invalid !== undefined}
          aria-describedby={invalid === undefined ? undefined : `${id}-error`}
          className={`${fieldClass} h-6.5 w-16! px-1.5! py-0! text-end pointer-coarse:h-9`}
        />
      </ParameterHead>
      <Slider label={label} value={shown} onChange={set} {...range} valueText={shown.toFixed(2)} />
      {name === 'temperature' && (
        <div className="flex justify-between text-xs text-text-muted">
          <span>0 · repeatable</span>
          <span>2 · wild</span>
        </div>
      )}
      {invalid !== undefined && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          Enter {allowedWords(row)}, or leave it empty. It won’t be sent.
        </p>
      )}
      <Unsupported by={unsupportedBy} changed={value !== undefined} />
    </div>
  )
}
