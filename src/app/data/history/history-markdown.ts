import type { Message, Role } from '#app/data/message.ts'
import { titleOf, type SavedConversation } from './rows.ts'

const names: Record<Role, string> = { user: 'You', system: 'System', assistant: 'Assistant' }

/** Conversations as Markdown to read: what is shown in each pane, without other versions. */
export function writeHistoryMarkdown(conversations: readonly SavedConversation[]): string {
  return conversations.map(conversationText).join('\n\n---\n\n') + '\n'
}

function conversationText({ row, messages }: SavedConversation): string {
  const panes = row.panes.map(({ id, setup, tip }, index) => {
    const shown = shownPath(
      messages.flatMap(({ paneId, message }) => (paneId === id ? [message] : [])),
      tip,
    )
    const heading = row.panes.length > 1 ? [`## Pane ${index + 1}: ${setup.modelId ?? 'no model'}`] : []
    const system = setup.systemPrompt.trim() === '' ? [] : [`### System prompt\n\n${setup.systemPrompt}`]
    return [...heading, ...system, ...shown.map(messageText)].join('\n\n')
  })
  return [`# ${titleOf(row)}`, new Date(row.updatedAt).toISOString(), ...panes].join('\n\n')
}

function messageText(message: Message): string {
  const name = message.kind === 'reply' ? message.modelId : names[message.role]
  const ending = message.kind === 'reply' && message.state !== 'done' ? `\n\n_${message.state}_` : ''
  return `### ${name}\n\n${message.text}${ending}`
}

function shownPath(messages: readonly Message[], tip: string | null): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const path: Message[] = []
  for (let at = tip; at !== null;) {
    const message = byId.get(at)
    // Taking what was met out of the map ends the walk even where damaged data runs in a circle.
    if (!message || !byId.delete(at)) break
    path.push(message)
    at = message.parent
  }
  return path.toReversed()
}
