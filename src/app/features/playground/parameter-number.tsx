import { parameters } from '#contract/parameters.ts'
import { fieldClass } from '#app/ui/field.tsx'
import { refusalOf, type ControlProps } from './parameter-controls.ts'
import { ParameterHead, Unsupported } from './parameter-head.tsx'
import { useTypedNumber } from './use-typed-number.ts'

/** A number without a default, typed into a field that is empty while nothing is sent. */
export function NumberRow({ name, store, id, unsupportedBy }: ControlProps<'number'>) {
  const row = parameters[name]
  const { label, help } = row
  const { value, invalid, set, type } = useTypedNumber(store, name)
  const changed = value !== undefined
  return (
    <div className="grid gap-1">
      <ParameterHead
        label={label}
        htmlFor={id}
        help={help}
        changed={changed}
        onReset={() => set(undefined)}
        untouched={name === 'maxTokens' && 'the model’s limit if empty'}
      />
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={row.allowed.min}
        step={row.range.step}
        value={invalid ?? value ?? ''}
        onChange={(event) => type(event.target)}
        aria-invalid={invalid !== null}
        aria-describedby={invalid === null ? undefined : `${id}-error`}
        placeholder="Not sent"
        className={fieldClass}
      />
      {invalid !== null && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          {refusalOf(row)}
        </p>
      )}
      <Unsupported by={unsupportedBy} changed={changed} />
    </div>
  )
}
