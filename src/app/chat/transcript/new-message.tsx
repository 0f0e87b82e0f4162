import { useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { forgetEdit, newMessageKey, openEdits, setAdding, setEditText } from '#app/chat/store/open-edits.ts'
import { type Message, type Role, roleNames, roleOf, roles } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import { changeThenFocus, focusMessage } from './focus-message.ts'
import { EditorField } from './message-editor.tsx'

interface RoleSelectProps {
  label: string
  role: Role
  onChange: (role: Role) => void
}

/** Chooses the role of a message. */
function RoleSelect({ label, role, onChange }: RoleSelectProps) {
  return (
    <label className="inline-flex items-center gap-1.5 text-xs text-text-muted">
      {label}
      <Select
        look="small"
        value={role}
        onChange={({ target }) => onChange(roles.find((each) => each === target.value) ?? 'user')}
      >
        {roles.map((each) => (
          <option key={each} value={each}>
            {roleNames[each]}
          </option>
        ))}
      </Select>
    </label>
  )
}

interface NewMessageProps {
  beside: Message
  place: 'before' | 'after'
  store: ConversationStore
}

/** Adds a message before or after another one, without sending anything. */
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
  const cancel = () =>
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
      onCancel={cancel}
      note={<RoleSelect label="Role" role={role} onChange={setRole} />}
    >
      <Button variant="quiet" size="small" onClick={cancel}>
        Cancel
      </Button>
      <Button size="small" disabled={text.trim() === ''} title="Ctrl+Enter" onClick={add}>
        Add
      </Button>
    </EditorField>
  )
}
