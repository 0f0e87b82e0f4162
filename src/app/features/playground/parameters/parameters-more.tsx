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
import { useFocusWhenWanted } from './wanted-setting.ts'
import {
  type ControlProps,
  type NameOf,
  ParameterHead,
  ParameterRow,
  Unsupported,
  isUnsupported,
} from './parameter-row.tsx'
import { furtherNames } from './parameters-panel.tsx'

/** A few texts: Enter adds what was typed, and each has a button that takes it out. */
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
    // Typed escapes stand for what cannot be typed into one line.
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
      <ParameterHead
        label={label}
        htmlFor={id}
        help={help}
        changed={changed}
        onReset={() => set([])}
        untouched={`up to ${allowed.most}, Enter adds`}
      />
      {changed && (
        <ul className="flex flex-wrap gap-1">
          {values.map((each) => (
            <li key={each} className="flex max-w-full items-center rounded-md bg-tint pl-2">
              <code className="truncate font-mono text-xs">{shownAs(each)}</code>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${shownAs(each)}`}
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
        // What was typed and not added would look set and not be sent.
        onBlur={add}
        spellCheck={false}
        placeholder={
          isFull ? `${allowed.most} are the most` : changed ? 'Another one' : String.raw`Not sent; \n is a line break`
        }
        className={`${fieldClass} font-mono`}
      />
      <Unsupported by={unsupportedBy} changed={changed} />
    </div>
  )
}

/** Line breaks and tabs as one types them. */
function shownAs(text: string): string {
  return text.replaceAll('\n', String.raw`\n`).replaceAll('\t', String.raw`\t`)
}

/** Whatever else a request is to carry: JSON text, checked while it is typed. What is wrong with it is never sent. */
export function ExtraRow({ store, id }: { store: ConversationStore; id: string }) {
  const typed = useStore(store, (state) => state.extraBody)
  const { problem } = readExtraBody(typed)
  const field = useFocusWhenWanted<HTMLTextAreaElement>(store, 'extraBody')
  return (
    <div className="grid gap-1">
      <ParameterHead
        label="Other fields (JSON)"
        htmlFor={id}
        help="Further fields of the request body, for what has no control here."
        changed={typed.trim() !== ''}
        onReset={() => store.getState().setExtraBody('')}
        untouched="Not sent"
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

function isList(name: ParameterName): name is NameOf<'list'> {
  return parameters[name].kind === 'list'
}

interface ParametersMoreProps {
  store: ConversationStore
  idPrefix: string
  model: Model | undefined
}

/** The parameters that few change, and a field for all that have no control. */
export function ParametersMore({ store, idPrefix, model }: ParametersMoreProps) {
  return (
    <div className="grid gap-5">
      {furtherNames.map((name) => {
        const id = `${idPrefix}-${name}`
        if (!isList(name)) return <ParameterRow key={name} name={name} store={store} id={id} model={model} />
        const unsupportedBy = isUnsupported(model, parameters[name]) ? model?.name : undefined
        return <ListRow key={name} name={name} store={store} id={id} unsupportedBy={unsupportedBy} />
      })}
      <ExtraRow store={store} id={`${idPrefix}-extra`} />
    </div>
  )
}
