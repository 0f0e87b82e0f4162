import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { parameters } from '#contract/parameters.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { isComposing } from '#app/ui/focus.ts'
import { changeThenFocus } from '#app/chat/focus-message.ts'
import type { ControlProps } from './parameter-controls.ts'
import { ParameterHead, Unsupported } from './parameter-head.tsx'

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
