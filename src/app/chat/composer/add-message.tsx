import { MessageSquarePlus } from 'lucide-react'
import { changeThenFocus } from '#app/chat/transcript/focus-message.ts'
import { type Role, roles } from '#app/data/message.ts'
import { Menu } from '#app/ui/menu.tsx'

interface AddMessageProps {
  /** The accessible name of the composer, which gets focus afterwards. */
  field: string
  /** Whether the composer is empty. */
  empty: boolean
  /** Adds the composer's text as a message in this role, without requesting a reply. */
  onAdd: (role: Role) => void
}

/** Adds a message without sending, such as the start of an answer that the model should continue. */
export function AddMessage({ field, empty, onAdd }: AddMessageProps) {
  return (
    <Menu
      label="Add message"
      groups={() => [
        {
          items: roles.map((role) => ({
            label: `Add as ${role} message`,
            disabled: empty,
            onSelect: () =>
              changeThenFocus(
                () => onAdd(role),
                () => document.querySelector<HTMLElement>(`textarea[aria-label="${CSS.escape(field)}"]`)?.focus(),
              ),
          })),
        },
      ]}
    >
      <MessageSquarePlus aria-hidden size={16} />
    </Menu>
  )
}
