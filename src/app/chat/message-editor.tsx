import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import type { Message } from '#app/data/message.ts'
import type { ConversationStore } from './conversation-store.ts'
import { EditorField } from './editor-field.tsx'
import { changeThenFocus, focusMessage, focusPlace, placeOf } from './focus-message.ts'
import { forgetEdit, leaveEdit, openEdits, setEditText } from './open-edits.ts'

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
