import { parameters } from '#contract/parameters.ts'
import { allowedWords } from '#app/chat/invalid-settings.ts'
import { fieldClass } from '#app/ui/field.tsx'
import type { ControlProps } from './parameter-controls.ts'
import { ParameterHead, Unsupported } from './parameter-head.tsx'
import { useTypedNumber } from './use-typed-number.ts'
import { useFocusWhenWanted } from './wanted-setting.ts'

/** A number without a default, typed into a field that is empty while nothing is sent. */
export function NumberRow({ name, store, id, unsupportedBy }: ControlProps<'number'>) {
  const row = parameters[name]
  const { label, help } = row
  const { value, invalid, set, type } = useTypedNumber(store, name)
  const changed = value !== undefined || invalid !== undefined
  const field = useFocusWhenWanted<HTMLInputElement>(store, name)
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
        ref={field}
        id={id}
        type="number"
        inputMode="numeric"
        min={row.allowed.min}
        step={row.range.step}
        value={invalid ?? value ?? ''}
        onChange={(event) => type(event.target)}
        aria-invalid={invalid !== undefined}
        aria-describedby={invalid === undefined ? undefined : `${id}-error`}
        placeholder="Not sent"
        className={fieldClass}
      />
      {invalid !== undefined && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          Enter {allowedWords(row)}, or leave it empty. It won’t be sent.
        </p>
      )}
      <Unsupported by={unsupportedBy} changed={value !== undefined} />
    </div>
  )
}
