import { useState, type MouseEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { fieldClass } from '#app/ui/field.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { parseNumber, SpinInput } from '#app/ui/spin-input.tsx'
import type { Model } from '#contract/model.ts'
import {
  type NumberParameter,
  type Parameter,
  type ParameterKind,
  type ParameterName,
  allowedWords,
  isAllowed,
  parameters,
} from '#contract/parameters.ts'
import { useSettingFocus } from './setting-to-focus.ts'

/** The names of the parameters of one kind. */
export type ParameterNameOfKind<Kind extends ParameterKind> = {
  [Name in ParameterName]: (typeof parameters)[Name]['kind'] extends Kind ? Name : never
}[ParameterName]

/** The props of a parameter's control. */
export interface ControlProps<Kind extends ParameterKind> {
  name: ParameterNameOfKind<Kind>
  store: ConversationStore
  id: string
  /** The model's name if it is known not to support this parameter. */
  unsupportedBy: string | undefined
}

/** Whether a model's engine lists its parameters and leaves this one out. */
export function isUnsupported(model: Model | undefined, { wireName, aliases = [] }: Parameter): boolean {
  const supported = model?.supported_parameters
  return supported !== undefined && ![wireName, ...aliases].some((name) => supported.includes(name))
}

/** A number field: valid input is set at once; invalid input stays visible but isn't set. */
function useTypedNumber(store: ConversationStore, name: ParameterNameOfKind<'number'>) {
  const value = useStore(store, (state) => state.parameters[name])
  const invalid = useStore(store, (state) => state.invalid[name])
  const set = (next: number | undefined) => store.getState().setParameter(name, next)
  /** `number` is the parsed `text`, or undefined. */
  const type = (text: string, number: number | undefined) => {
    if (number !== undefined && isAllowed(parameters[name], number)) set(number)
    else store.getState().setInvalid(name, text)
  }
  return { value, invalid, set, type }
}

interface ParameterHeadProps {
  label: string
  /** The id of the labeled control; omitted if the control has its own name. */
  htmlFor?: string
  /** The tooltip. */
  help: string
  changed: boolean
  onReset: () => void
  /** Shown at the end of the line while nothing is set. */
  unsetHint?: ReactNode
  /** A control at the end of the line. */
  children?: ReactNode
}

/** The header of a parameter: label, changed marker and Reset button. */
export function ParameterHeader({ label, htmlFor, help, changed, onReset, unsetHint, children }: ParameterHeadProps) {
  const reset = ({ detail, currentTarget }: MouseEvent) => {
    // The button disappears with the change. Focus moves only for keyboard users: on touch it would open the on-screen
    // keyboard.
    const isKeyboard = detail === 0
    if (isKeyboard) currentTarget.closest('.grid')?.querySelector<HTMLElement>('input, textarea, select')?.focus()
    onReset()
  }
  return (
    <div className="flex min-h-6.5 items-center justify-between gap-2">
      <span className="flex min-w-0 items-center gap-1.5">
        <label htmlFor={htmlFor} title={help} className="label truncate">
          {label}
        </label>
        {changed && <span className="size-1.5 shrink-0 rounded-full bg-accent" title="Changed" />}
      </span>
      <span className="flex shrink-0 items-center gap-2 text-xs text-text-muted">
        {changed ? (
          <button
            type="button"
            onClick={reset}
            className="rounded-sm underline decoration-line-strong underline-offset-3 hover:text-text pointer-coarse:py-1.5"
          >
            Reset<span className="sr-only"> {label.toLowerCase()}</span>
          </button>
        ) : (
          unsetHint
        )}
        {children}
      </span>
    </div>
  )
}

/** Says that the model doesn't support a parameter, and that a set value is sent anyway. */
export function UnsupportedNote({ by, changed }: { by: string | undefined; changed: boolean }) {
  if (by === undefined) return null
  return (
    <p className={`text-xs ${changed ? 'text-warning' : 'text-text-muted'}`}>
      {by} doesn’t support this{changed ? ', but it will be sent.' : '.'}
    </p>
  )
}

/** A number without a default: a field that is empty while nothing is sent. */
function NumberRow({ name, store, id, unsupportedBy }: ControlProps<'number'>) {
  const row: NumberParameter = parameters[name]
  const { label, help } = row
  const { value, invalid, set, type } = useTypedNumber(store, name)
  const changed = value !== undefined || invalid !== undefined
  const field = useSettingFocus<HTMLInputElement>(store, name)
  // `200k` stays as typed until blur, then becomes 200000.
  const [typed, setTyped] = useState<string>()
  const shown = typed !== undefined && parseNumber(typed) === value ? typed : String(value ?? '')
  return (
    <div className="grid gap-1">
      <ParameterHeader
        label={label}
        htmlFor={id}
        help={help}
        changed={changed}
        onReset={() => set(undefined)}
        unsetHint={row.emptyHint}
      />
      <SpinInput
        ref={field}
        id={id}
        min={row.allowed.min}
        step={row.range.step}
        text={invalid ?? shown}
        onText={(text) => {
          setTyped(text)
          if (text.trim() === '') set(undefined)
          else type(text, parseNumber(text))
        }}
        onBlur={() => setTyped(undefined)}
        aria-invalid={invalid !== undefined}
        aria-describedby={invalid === undefined ? undefined : `${id}-error`}
        placeholder="Not sent"
      />
      {invalid !== undefined && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          Enter {allowedWords(row)}, or leave it empty. This value won’t be sent.
        </p>
      )}
      <UnsupportedNote by={unsupportedBy} changed={value !== undefined} />
    </div>
  )
}

/** A number with a default: a slider, and a field that is empty while nothing is sent. */
function SliderRow({ name, store, id, unsupportedBy }: ControlProps<'number'>) {
  const row: NumberParameter = parameters[name]
  const { label, range, help, ends } = row
  const { value, invalid, set, type } = useTypedNumber(store, name)
  const shown = value ?? row.default ?? range.min
  const changed = value !== undefined || invalid !== undefined
  const field = useSettingFocus<HTMLInputElement>(store, name)
  return (
    <div className="grid gap-0.5">
      <ParameterHeader label={label} help={help} changed={changed} onReset={() => set(undefined)} unsetHint="Not sent">
        <input
          ref={field}
          id={id}
          type="number"
          inputMode="decimal"
          aria-label={`${label} value`}
          {...range}
          value={invalid ?? value ?? ''}
          placeholder={String(row.default)}
          onChange={({ target }) => {
            if (target.value === '' && !target.validity.badInput) set(undefined)
            else type(target.value, target.valueAsNumber)
          }}
          aria-invalid={invalid !== undefined}
          aria-describedby={invalid === undefined ? undefined : `${id}-error`}
          className={`${fieldClass} h-6.5 w-16! px-1.5! py-0! text-end pointer-coarse:h-9`}
        />
      </ParameterHeader>
      <Slider
        label={label}
        value={shown}
        onChange={set}
        {...range}
        valueText={shown.toFixed(2)}
        isSet={value !== undefined}
      />
      {ends && (
        <div className="flex justify-between text-xs text-text-muted">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
      {invalid !== undefined && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          Enter {allowedWords(row)}, or leave it empty. This value won’t be sent.
        </p>
      )}
      <UnsupportedNote by={unsupportedBy} changed={value !== undefined} />
    </div>
  )
}

interface ParameterRowProps {
  name: ParameterNameOfKind<'number'>
  store: ConversationStore
  id: string
  /** The selected model, to show which parameters it doesn't support. */
  model: Model | undefined
}

/** The control of a number parameter, as defined in the parameter table. */
export function ParameterRow({ name, store, id, model }: ParameterRowProps) {
  const Row = parameters[name].default === null ? NumberRow : SliderRow
  const unsupportedBy = isUnsupported(model, parameters[name]) ? model?.name : undefined
  return <Row name={name} store={store} id={id} unsupportedBy={unsupportedBy} />
}
