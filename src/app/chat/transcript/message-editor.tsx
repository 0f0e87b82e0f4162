import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { forgetEdit, leaveEdit, openEdits, setEditText } from '#app/chat/store/open-edits.ts'
import type { Message } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { isComposing } from '#app/ui/focus.ts'
import { changeThenFocus, focusMessage, focusPlace, placeOf } from './focus-message.ts'

interface EditorFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** Ctrl or ⌘ with Enter. */
  onSubmit: () => void
  /** Escape. */
  onLeave: () => void
  /** What there is to know before a button is pressed. */
  note: ReactNode
  /** The buttons. */
  children: ReactNode
}

/** A text of the transcript being written: it takes the focus when it opens. */
export function EditorField({ label, value, onChange, onSubmit, onLeave, note, children }: EditorFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="rim grid gap-2 rounded-lg p-2 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
      <textarea
        ref={takeFocus}
        aria-label={label}
        rows={2}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-[60dvh] min-h-12 w-full resize-none bg-transparent px-1.5 pt-0.5 text-md outline-none"
      />
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <p className="mr-auto px-1.5 text-xs text-text-muted">{note}</p>
        {children}
      </div>
    </div>
  )
}

/** Called once, when the field appears: the end of the text is where one goes on. */
function takeFocus(field: HTMLTextAreaElement | null): void {
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}

interface MessageEditorProps {
  message: Message
  store: ConversationStore
  /** The model that is asked when this is sent; null while there is none. */
  modelId: string | null
}

/** A message's text where it stands, to be changed. Leaving by Escape keeps what was typed for the next time. */
export function MessageEditor({ message, store, modelId }: MessageEditorProps) {
  const { id } = message
  const typed = useStore(openEdits, ({ texts }) => texts[id])
  const busy = useStore(store, ({ running }) => running !== null)
  const [wasLeft] = useState(typed !== undefined && typed !== message.text)
  const text = typed ?? message.text
  const canSend = message.kind === 'written' && message.role === 'user'

  const end = () => {
    leaveEdit(id)
    forgetEdit(id)
  }
  const save = () => {
    if (text.trim() === '') return
    changeThenFocus(
      () => {
        store.getState().editText(id, text)
        end()
      },
      () => focusMessage(id, 'edit'),
    )
  }
  const send = () => {
    if (!canSend) return save()
    if (text.trim() === '' || busy || modelId === null) return
    const place = placeOf(store, id)
    changeThenFocus(
      () => {
        store.getState().editAndResend(id, text, modelId)
        end()
      },
      () => focusPlace(store, place, null, 'edit'),
    )
  }
  const backToSaved = (button: HTMLElement) => {
    const field = button.closest('article')?.querySelector('textarea')
    // The button goes with what it took back.
    changeThenFocus(
      () => forgetEdit(id),
      () => field?.focus(),
    )
  }
  const cancel = () =>
    changeThenFocus(
      () => leaveEdit(id),
      () => focusMessage(id, 'edit'),
    )

  return (
    <EditorField
      label="Edit message"
      value={text}
      onChange={(next) => setEditText(id, next)}
      onSubmit={send}
      onLeave={cancel}
      note={
        canSend && busy
          ? 'A reply is on its way. Save now, or send once it has ended.'
          : wasLeft && 'This is what you left unsaved.'
      }
    >
      {wasLeft && typed !== undefined && typed !== message.text && (
        <Button variant="quiet" size="small" onClick={({ currentTarget }) => backToSaved(currentTarget)}>
          Back to the saved text
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={cancel}>
        Cancel
      </Button>
      <Button size="small" disabled={text.trim() === ''} onClick={save}>
        Save
      </Button>
      {canSend && (
        <Button
          variant="primary"
          size="small"
          disabled={text.trim() === '' || busy || modelId === null}
          title="Ctrl+Enter"
          onClick={send}
        >
          Save and send
        </Button>
      )}
    </EditorField>
  )
}
