import { ArrowDown, ArrowUp, Columns2, GitBranch, MessageSquarePlus, Redo2 } from 'lucide-react'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { branchAt, pathIds } from '#app/chat/store/message-tree.ts'
import { setAdding } from '#app/chat/store/open-edits.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { type Message, roleNames, roleOf, roles } from '#app/data/message.ts'
import { maxPanes, setupOf } from '#app/data/setup.ts'
import type { MenuGroup, MenuItem } from '#app/ui/menu.tsx'
import { askInPlace, changeThenFocus, focusMessage } from './focus-message.ts'

/** Opens a new conversation that begins with what a pane shows up to a message, and puts the focus where one goes on. */
function branchToNewConversation(store: ConversationStore, messageId: string): void {
  const state = store.getState()
  const { open, draft } = workspace.getState()
  const branch = branchAt(state, messageId)
  changeThenFocus(
    () => open({ draft, panes: [{ ...setupOf(state), draft: state.draft, ...branch }] }),
    () => document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus(),
  )
}

interface MessageMenuOf {
  message: Message
  store: ConversationStore
  /** The model that is asked to go on; null while there is none. */
  model: string | null
  extra: readonly MenuItem[]
}

/** Everything that can be done with a message and has no button of its own. */
export function messageMenu({ message, store, model, extra }: MessageMenuOf): MenuGroup[] {
  const { id } = message
  const path = pathIds(store.getState())
  /** Changes the message, and leaves the focus on its menu. */
  const change = (does: () => void) => () => changeThenFocus(does, () => focusMessage(id, 'menu'))
  return [
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

function continueItem({ message: { id }, store, model }: Omit<MessageMenuOf, 'extra'>): MenuItem {
  return {
    label: 'Continue',
    icon: <Redo2 size={16} />,
    disabled: model === null || store.getState().running !== null,
    onSelect: () => {
      if (model !== null) askInPlace(store, id, () => store.getState().continueReply(id, model))
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
              label: `Send branch to pane ${place + 1}`,
              icon: <Columns2 size={16} />,
              onSelect: () => sendBranch(from, id, pane.id),
            },
          ],
    ),
  ]
}
