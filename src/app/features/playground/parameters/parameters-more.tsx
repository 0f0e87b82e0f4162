import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { changeThenFocus } from '#app/chat/transcript/focus-message.ts'
import { readExtraBody } from '#app/data/setup.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { isComposing } from '#app/ui/focus.ts'
import { Switch } from '#app/ui/switch.tsx'
import type { Model } from '#contract/model.ts'
import { parseJson } from '#contract/json.ts'
import {
  type Parameter,
  type ParameterKind,
  type ParameterName,
  allowedWords,
  parameters,
  readParameters,
} from '#contract/parameters.ts'
import { ChoiceRow } from './choice-row.tsx'
import { useSettingFocus } from './setting-to-focus.ts'
import {
  type ControlProps,
  type ParameterNameOfKind,
  ParameterHeader,
  ParameterRow,
  UnsupportedNote,
  isUnsupported,
} from './parameter-row.tsx'
import { moreParameterNames } from './parameters-panel.tsx'

/** A list of texts. Enter adds the typed text; each entry has a Remove button. */
export function ListRow({ name, store, id, unsupportedBy }: ControlProps<'list'>) {
  const { label, help, allowed } = parameters[name]
  const values = useStore(store, (state) => state.parameters[name]) ?? []
  const [typed, setTyped] = useState('')
  const changed = values.length > 0
  const isFull = values.length >= allowed.most
  const set = (next: readonly string[]) =>
    store.getState().setParameter(name, next.length === 0 ? undefined : [...new Set(next)])
  const add = () => {
    if (typed === '' || isFull) return
    // Escapes for characters that can't be typed in a single line.
    set([...values, typed.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\t`, '\t')])
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    add()
  }
  return (
    <div className="grid gap-1">
      <ParameterHeader
        label={label}
        htmlFor={id}
        help={help}
        changed={changed}
        onReset={() => set([])}
        unsetHint={`Up to ${allowed.most} · Enter to add`}
      />
      {changed && (
        <ul className="flex flex-wrap gap-1">
          {values.map((each) => (
            <li key={each} className="flex max-w-full items-center rounded-md bg-tint pl-2">
              <code className="truncate font-mono text-xs">{escaped(each)}</code>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${escaped(each)}`}
                onClick={() =>
                  changeThenFocus(
                    () => set(values.filter((other) => other !== each)),
                    () => document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.focus(),
                  )
                }
                className="px-1!"
              >
                <X aria-hidden size={12} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        value={typed}
        disabled={isFull}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        // Otherwise text that wasn't added would look set but not be sent.
        onBlur={add}
        spellCheck={false}
        placeholder={
          isFull ? `Maximum of ${allowed.most}` : changed ? 'Add another' : String.raw`Not sent · \n for a new line`
        }
        className={`${fieldClass} font-mono`}
      />
      <UnsupportedNote by={unsupportedBy} changed={changed} />
    </div>
  )
}

/** Line breaks and tabs as escapes. */
function escaped(text: string): string {
  return text.replaceAll('\n', String.raw`\n`).replaceAll('\t', String.raw`\t`)
}

/** Additional request fields as JSON, validated while typing. Invalid JSON is never sent. */
export function ExtraRow({ store, id }: { store: ConversationStore; id: string }) {
  const typed = useStore(store, (state) => state.extraBody)
  const { problem } = readExtraBody(typed)
  const field = useSettingFocus<HTMLTextAreaElement>(store, 'extraBody')
  return (
    <div className="grid gap-1">
      <ParameterHeader
        label="Other fields (JSON)"
        htmlFor={id}
        help="Additional request fields that have no control here."
        changed={typed.trim() !== ''}
        onReset={() => store.getState().setExtraBody('')}
        unsetHint="Not sent"
      />
      <textarea
        ref={field}
        id={id}
        rows={2}
        value={typed}
        onChange={(event) => store.getState().setExtraBody(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-error`}
        spellCheck={false}
        placeholder={'{"top_k": 40}'}
        className={`${fieldClass} field-sizing-content max-h-[30dvh] min-h-14 resize-none font-mono text-xs`}
      />
      {problem !== undefined && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          {problem} This JSON won’t be sent.
        </p>
      )}
    </div>
  )
}

/** Numbers by token id, as JSON. Valid input is set at once; invalid input stays visible but isn't set. */
function TokenNumbersRow({ name, store, id, unsupportedBy }: ControlProps<'tokenNumbers'>) {
  const { label, help } = parameters[name]
  const value = useStore(store, (state) => state.parameters[name])
  const invalid = useStore(store, (state) => state.invalid[name])
  const field = useSettingFocus<HTMLTextAreaElement>(store, name)
  // Stays as typed until blur.
  const [typed, setTyped] = useState<string>()
  const set = (next: Readonly<Record<string, number>> | undefined) => store.getState().setParameter(name, next)
  const type = (text: string) => {
    setTyped(text)
    const json = parseJson(text)
    const next = readParameters({ [name]: json })[name]
    if (text.trim() === '') set(undefined)
    else if (next !== undefined) set(next)
    else store.getState().setInvalid(name, text)
  }
  const isTypedValue = typed !== undefined && JSON.stringify(parseJson(typed)) === JSON.stringify(value)
  return (
    <div className="grid gap-1">
      <ParameterHeader
        label={label}
        htmlFor={id}
        help={help}
        changed={value !== undefined || invalid !== undefined}
        onReset={() => set(undefined)}
        unsetHint="Token id: -100 to 100"
      />
      <textarea
        ref={field}
        id={id}
        rows={1}
        value={invalid ?? (isTypedValue ? typed : value === undefined ? '' : JSON.stringify(value))}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(undefined)}
        aria-invalid={invalid !== undefined}
        aria-describedby={invalid === undefined ? undefined : `${id}-error`}
        spellCheck={false}
        placeholder={'Not sent · {"50256": -100}'}
        className={`${fieldClass} field-sizing-content max-h-[30dvh] resize-none font-mono text-xs`}
      />
      {invalid !== undefined && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          Enter {allowedWords(parameters[name])}, or leave it empty. This value won’t be sent.
        </p>
      )}
      <UnsupportedNote by={unsupportedBy} changed={value !== undefined} />
    </div>
  )
}

function isOfKind<Kind extends ParameterKind>(name: ParameterName, kind: Kind): name is ParameterNameOfKind<Kind> {
  return parameters[name].kind === kind
}

/** Asks for the probability of each token. */
function TokenProbabilitiesRow({ store }: { store: ConversationStore }) {
  const isOn = useStore(store, (state) => state.tokenProbabilities)
  return (
    <div className="grid gap-1">
      <Switch checked={isOn} onChange={(tokenProbabilities) => store.getState().applySetup({ tokenProbabilities })}>
        Token probabilities
      </Switch>
      <p className="text-xs text-text-muted">Adds a Tokens view to replies. Not every provider returns them.</p>
    </div>
  )
}

const [commonNames, extensionNames] = [false, true].map((wanted) =>
  moreParameterNames.filter((name) => {
    const row: Parameter = parameters[name]
    return (row.isExtension ?? false) === wanted
  }),
)

interface ParametersMoreProps {
  store: ConversationStore
  idPrefix: string
  model: Model | undefined
}

/** Less common parameters, and a JSON field for all others. */
export function ParametersMore({ store, idPrefix, model }: ParametersMoreProps) {
  const row = (name: ParameterName) => <MoreRow key={name} name={name} {...{ store, idPrefix, model }} />
  return (
    <div className="grid gap-5">
      {commonNames?.map(row)}
      <TokenProbabilitiesRow store={store} />
      <p className="-mb-2 border-t border-line pt-3 text-xs text-text-muted">
        Not part of the common interface: only some providers accept these.
      </p>
      {extensionNames?.map(row)}
      <ExtraRow store={store} id={`${idPrefix}-extra`} />
    </div>
  )
}

function MoreRow({ name, store, idPrefix, model }: ParametersMoreProps & { name: ParameterName }) {
  const id = `${idPrefix}-${name}`
  const unsupportedBy = isUnsupported(model, parameters[name]) ? model?.name : undefined
  const rest = { store, id, unsupportedBy }
  if (isOfKind(name, 'list')) return <ListRow name={name} {...rest} />
  if (isOfKind(name, 'choice')) return <ChoiceRow name={name} {...rest} />
  if (isOfKind(name, 'tokenNumbers')) return <TokenNumbersRow name={name} {...rest} />
  return <ParameterRow name={name} store={store} id={id} model={model} />
}
