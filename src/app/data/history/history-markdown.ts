import { prettyJson } from '#app/data/code/pretty-json.ts'
import type { Message, ToolCall } from '#app/data/message.ts'
import { pathTo } from '#app/data/message-path.ts'
import { roleNames } from '#app/data/role-names.ts'
import { titleOf, type SavedConversation } from './rows.ts'

/** Conversations as Markdown to read: what is shown in each pane, without other versions. */
export function writeHistoryMarkdown(conversations: readonly SavedConversation[]): string {
  return conversations.map(conversationText).join('\n\n---\n\n') + '\n'
}

function conversationText({ row, messages }: SavedConversation): string {
  const panes = row.panes.map(({ id, setup, tip }, index) => {
    const shown = pathTo(
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
  const name = message.kind === 'reply' ? message.modelId : roleNames[message.role]
  const ending = message.kind === 'reply' && message.state !== 'done' ? `\n\n_${message.state}_` : ''
  const calls = message.kind === 'reply' ? (message.toolCalls ?? []) : []
  const parts = [`### ${name}`, message.text, ...calls.map(toolCallText)].filter((part) => part !== '')
  return `${parts.join('\n\n')}${ending}`
}

function toolCallText({ name, arguments: json }: ToolCall): string {
  const text = prettyJson(json)
  // Longer than any run of backticks within, so that arguments can't end their own block.
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `Tool call: ${name}\n\n${fence}json\n${text}\n${fence}`
}
