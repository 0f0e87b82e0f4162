import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { changeThenFocus } from '#app/chat/transcript/focus-message.ts'
import { readExtraBody } from '#app/data/setup.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { isComposing } from '#app/ui/focus.ts'
import type { Model } from '#contract/model.ts'
import { type ParameterName, parameters } from '#contract/parameters.ts'
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

function isList(name: ParameterName): name is ParameterNameOfKind<'list'> {
  return parameters[name].kind === 'list'
}

interface ParametersMoreProps {
  store: ConversationStore
  idPrefix: string
  model: Model | undefined
}

/** Less common parameters, and a JSON field for all others. */
export function ParametersMore({ store, idPrefix, model }: ParametersMoreProps) {
  return (
    <div className="grid gap-5">
      {moreParameterNames.map((name) => {
        const id = `${idPrefix}-${name}`
        if (!isList(name)) return <ParameterRow key={name} name={name} store={store} id={id} model={model} />
        const unsupportedBy = isUnsupported(model, parameters[name]) ? model?.name : undefined
        return <ListRow key={name} name={name} store={store} id={id} unsupportedBy={unsupportedBy} />
      })}
      <ExtraRow store={store} id={`${idPrefix}-extra`} />
    </div>
  )
}
