import { ArrowDown, ArrowUp, Columns2, GitBranch, MessageSquarePlus, Redo2 } from 'lucide-react'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { branchAt, pathIds } from '#app/chat/store/message-tree.ts'
import { setAdding } from '#app/chat/store/open-edits.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { type Message, roleNames, roleOf, roles } from '#app/data/message.ts'
import { maxPanes, setupOf } from '#app/data/setup.ts'
import type { MenuGroup, MenuItem } from '#app/ui/menu.tsx'
import { requestInPlace, changeThenFocus, focusMessage } from './focus-message.ts'

/** Opens a new conversation with the messages of a pane up to this one, and focuses the composer. */
function branchToNewConversation(store: ConversationStore, messageId: string): void {
  const state = store.getState()
  const { open, draft } = workspace.getState()
  const branch = branchAt(state, messageId)
  changeThenFocus(
    () => open({ draft, panes: [{ ...setupOf(state), draft: state.draft, ...branch }] }),
    () => document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus(),
  )
}

interface MessageMenuOptions {
  message: Message
  store: ConversationStore
  /** The model that continues; null if there is none. */
  model: string | null
  /** Actions whose buttons are hidden, first in the menu. */
  folded: readonly MenuItem[]
  extra: readonly MenuItem[]
}

/** The actions of a message that have no button of their own. */
export function messageMenu({ message, store, model, folded, extra }: MessageMenuOptions): MenuGroup[] {
  const { id } = message
  const path = pathIds(store.getState())
  /** Changes the message and keeps focus on its menu. */
  const change = (action: () => void) => () => changeThenFocus(action, () => focusMessage(id, 'menu'))
  return [
    { items: folded },
    {
      items: [
        ...(message.kind === 'reply' && message.text !== '' ? [continueItem({ message, store, model })] : []),
        ...extra,
      ],
    },
    { items: branchItems(message, store) },
    {
      choiceOf: 'Role',
      items: roles.map((role) => ({
        label: roleNames[role],
        checked: roleOf(message) === role,
        onSelect: change(() => store.getState().setRole(id, role)),
      })),
    },
    {
      items: [
        {
          label: 'Insert message before',
          icon: <MessageSquarePlus size={16} />,
          onSelect: () => setAdding({ beside: id, place: 'before' }),
        },
        {
          label: 'Insert message after',
          icon: <MessageSquarePlus size={16} />,
          onSelect: () => setAdding({ beside: id, place: 'after' }),
        },
        {
          label: 'Move up',
          icon: <ArrowUp size={16} />,
          disabled: path[0] === id,
          onSelect: change(() => store.getState().moveUp(id)),
        },
        {
          label: 'Move down',
          icon: <ArrowDown size={16} />,
          disabled: path.at(-1) === id,
          onSelect: change(() => store.getState().moveDown(id)),
        },
      ],
    },
  ]
}

function continueItem({ message: { id }, store, model }: Omit<MessageMenuOptions, 'folded' | 'extra'>): MenuItem {
  return {
    label: 'Continue',
    icon: <Redo2 size={16} />,
    disabled: model === null || store.getState().running !== null,
    onSelect: () => {
      if (model !== null) requestInPlace(store, id, () => store.getState().continueReply(id, model))
    },
  }
}

function branchItems({ id }: Message, store: ConversationStore): MenuItem[] {
  const { panes, sendBranch } = workspace.getState()
  const from = panes.find((pane) => pane.store === store)?.id
  if (from === undefined) return []
  return [
    {
      label: 'Branch to a new conversation',
      icon: <GitBranch size={16} />,
      onSelect: () => branchToNewConversation(store, id),
    },
    {
      label: 'Branch to a new pane',
      icon: <Columns2 size={16} />,
      disabled: panes.length >= maxPanes,
      onSelect: () => sendBranch(from, id, null),
    },
    ...panes.flatMap((pane, place) =>
      pane.id === from
        ? []
        : [
            {
              label: `Branch to pane ${place + 1}`,
              icon: <Columns2 size={16} />,
              onSelect: () => sendBranch(from, id, pane.id),
            },
          ],
    ),
  ]
}
