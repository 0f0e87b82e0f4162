import { useState, type MouseEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { allowedWords } from '#app/chat/store/chat-request.ts'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { fieldClass } from '#app/ui/field.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { parseNumber, SpinInput } from '#app/ui/spin-input.tsx'
import type { Model } from '#contract/model.ts'
import { type Parameter, type ParameterName, isAllowed, parameters } from '#contract/parameters.ts'
import { useSettingFocus } from './wanted-setting.ts'

/** The parameters of one kind, by name. */
export type ParameterNameOfKind<Kind extends 'number' | 'list'> = {
  [Name in ParameterName]: (typeof parameters)[Name]['kind'] extends Kind ? Name : never
}[ParameterName]

/** What the control of a parameter is given. */
export interface ControlProps<Kind extends 'number' | 'list'> {
  name: ParameterNameOfKind<Kind>
  store: ConversationStore
  id: string
  /** The name of the chosen model where that is known not to obey it. */
  unsupportedBy: string | undefined
}

/** Newer models take the limit under this name, and engines that list it mean the same. */
const alsoCalled: Readonly<Record<string, string>> = { max_tokens: 'max_completion_tokens' }

/** Whether a model is known not to obey a parameter. Where its engine lists nothing, nothing is known. */
export function isUnsupported(model: Model | undefined, { wireName }: Parameter): boolean {
  const supported = model?.supported_parameters
  if (!supported) return false
  return !supported.includes(wireName) && !supported.includes(alsoCalled[wireName] ?? wireName)
}

/** A number as it is typed: what may be sent is set at once; what may not stays to be mended, and sets nothing. */
function useTypedNumber(store: ConversationStore, name: ParameterNameOfKind<'number'>) {
  const value = useStore(store, (state) => state.parameters[name])
  const invalid = useStore(store, (state) => state.invalid[name])
  const set = (next: number | undefined) => store.getState().setParameter(name, next)
  /** `number` is what `text` says; undefined where it says nothing that can be read. */
  const type = (text: string, number: number | undefined) => {
    if (number !== undefined && isAllowed(parameters[name], number)) set(number)
    else store.getState().setInvalid(name, text)
  }
  return { value, invalid, set, type }
}

interface ParameterHeadProps {
  label: string
  /** The id of the control that the label names; left out where the control has the name itself. */
  htmlFor?: string
  /** What the parameter does, on hover. */
  help: string
  changed: boolean
  onReset: () => void
  /** A word at the end of the line while nothing is set. */
  untouched?: ReactNode
  /** A control at the end of the line. */
  children?: ReactNode
}

/** The first line of a parameter: its name, whether it was changed, and the way back. */
export function ParameterHeader({ label, htmlFor, help, changed, onReset, untouched, children }: ParameterHeadProps) {
  const reset = ({ detail, currentTarget }: MouseEvent) => {
    // The button goes with the change. A press by finger moves no focus: that would open the keyboard of the screen.
    const isByKey = detail === 0
    if (isByKey) currentTarget.closest('.grid')?.querySelector<HTMLElement>('input, textarea')?.focus()
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
          untouched
        )}
        {children}
      </span>
    </div>
  )
}

/** Says that the chosen model does not obey a parameter, and what becomes of a value that is set all the same. */
export function UnsupportedNote({ by, changed }: { by: string | undefined; changed: boolean }) {
  if (by === undefined) return null
  return (
    <p className={`text-xs ${changed ? 'text-warning' : 'text-text-muted'}`}>
      {by} does not use it{changed ? '. It is sent all the same.' : '.'}
    </p>
  )
}

/** A number without a default, typed into a field that is empty while nothing is sent. */
function NumberRow({ name, store, id, unsupportedBy }: ControlProps<'number'>) {
  const row = parameters[name]
  const { label, help } = row
  const { value, invalid, set, type } = useTypedNumber(store, name)
  const changed = value !== undefined || invalid !== undefined
  const field = useSettingFocus<HTMLInputElement>(store, name)
  // `200k` stays as it is typed until the field is left, and then reads 200000.
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
        untouched={name === 'maxTokens' && 'the model’s limit if empty'}
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
          Enter {allowedWords(row)}, or leave it empty. It won’t be sent.
        </p>
      )}
      <UnsupportedNote by={unsupportedBy} changed={value !== undefined} />
    </div>
  )
}

/** A number with a default: a slider, and a field for the exact value, which is empty while nothing is sent. */
function SliderRow({ name, store, id, unsupportedBy }: ControlProps<'number'>) {
  const row = parameters[name]
  const { label, range, help } = row
  const { value, invalid, set, type } = useTypedNumber(store, name)
  const shown = value ?? row.default ?? range.min
  const changed = value !== undefined || invalid !== undefined
  const field = useSettingFocus<HTMLInputElement>(store, name)
  return (
    <div className="grid gap-0.5">
      <ParameterHeader label={label} help={help} changed={changed} onReset={() => set(undefined)} untouched="Not sent">
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
      <UnsupportedNote by={unsupportedBy} changed={value !== undefined} />
    </div>
  )
}

interface ParameterRowProps {
  name: ParameterNameOfKind<'number'>
  store: ConversationStore
  id: string
  /** The chosen model, for what it is known not to obey. */
  model: Model | undefined
}

/** The control of a number, as its row of the table has it. */
export function ParameterRow({ name, store, id, model }: ParameterRowProps) {
  const Row = parameters[name].default === null ? NumberRow : SliderRow
  const unsupportedBy = isUnsupported(model, parameters[name]) ? model?.name : undefined
  return <Row name={name} store={store} id={id} unsupportedBy={unsupportedBy} />
}
