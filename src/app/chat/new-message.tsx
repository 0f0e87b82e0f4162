import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import { roleOf, type Message, type Role } from '#app/data/message.ts'
import type { ConversationStore } from './conversation-store.ts'
import { EditorField } from './editor-field.tsx'
import { changeThenFocus, focusMessage } from './focus-message.ts'
import { forgetEdit, newMessageKey, openEdits, setAdding, setEditText } from './open-edits.ts'
import { RoleSelect } from './role-select.tsx'

interface NewMessageProps {
  beside: Message
  place: 'before' | 'after'
  store: ConversationStore
}

/** Writes a message into the conversation, before or after another one, without sending anything. */
export function NewMessage({ beside, place, store }: NewMessageProps) {
  const text = useStore(openEdits, ({ texts }) => texts[newMessageKey]) ?? ''
  const [role, setRole] = useState<Role>(place === 'after' && roleOf(beside) === 'user' ? 'assistant' : 'user')
  const add = () => {
    if (text.trim() === '') return
    let added: string | undefined
    changeThenFocus(
      () => {
        added = store.getState().insertAfter(place === 'after' ? beside.id : beside.parent, role, text)
        setAdding(null)
        forgetEdit(newMessageKey)
      },
      () => focusMessage(added, 'edit'),
    )
  }
  const leave = () =>
    changeThenFocus(
      () => setAdding(null),
      () => focusMessage(beside.id, 'menu'),
    )
  return (
    <EditorField
      label="New message"
      value={text}
      onChange={(next) => setEditText(newMessageKey, next)}
      onSubmit={add}
      onLeave={leave}
      note={<RoleSelect label="Role" role={role} onChange={setRole} />}
    >
      <Button variant="quiet" size="small" onClick={leave}>
        Cancel
      </Button>
      <Button size="small" disabled={text.trim() === ''} title="Ctrl+Enter" onClick={add}>
        Add
      </Button>
    </EditorField>
  )
}
