import { parameters } from '#contract/parameters.ts'
import { fieldClass } from '#app/ui/field.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { refusalOf, type ControlProps } from './parameter-controls.ts'
import { ParameterHead, Unsupported } from './parameter-head.tsx'
import { useTypedNumber } from './use-typed-number.ts'

/** A number with a default: a slider, and a field for the exact value, which is empty while nothing is sent. */
export function SliderRow({ name, store, id, unsupportedBy }: ControlProps<'number'>) {
  const row = parameters[name]
  const { label, range, help } = row
  const { value, invalid, set, type } = useTypedNumber(store, name)
  const shown = value ?? row.default ?? range.min
  const changed = value !== undefined
  return (
    <div className="grid gap-0.5">
      <ParameterHead label={label} help={help} changed={changed} onReset={() => set(undefined)} untouched="Not sent">
        <input
          id={id}
          type="number"
          inputMode="decimal"
          aria-label={`${label} value`}
          {...range}
          value={invalid ?? value ?? ''}
          placeholder={String(row.default)}
          onChange={(event) => type(event.target)}
          aria-invalid={invalid !== null}
          aria-describedby={invalid === null ? undefined : `${id}-error`}
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
      {invalid !== null && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          {refusalOf(row)}
        </p>
      )}
      <Unsupported by={unsupportedBy} changed={changed} />
    </div>
  )
}
