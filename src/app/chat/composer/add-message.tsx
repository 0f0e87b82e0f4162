import { MessageSquarePlus } from 'lucide-react'
import { changeThenFocus } from '#app/chat/transcript/focus-message.ts'
import { type Role, roleNames, roles } from '#app/data/message.ts'
import { Menu } from '#app/ui/menu.tsx'

interface AddMessageProps {
  /** The name of the field that it adds from, which has the focus afterwards. */
  field: string
  /** Whether there is nothing to add. */
  empty: boolean
  /** Adds what stands in Message as said by this role, without asking the model for anything. */
  onAdd: (role: Role) => void
}

/** Says something without sending it, such as the beginning of the answer that the model is to go on from. */
export function AddMessage({ field, empty, onAdd }: AddMessageProps) {
  return (
    <Menu
      label="Add message"
      groups={() => [
        {
          items: roles.map((role) => ({
            label: `Add as ${roleNames[role]}, without sending`,
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
