import { prettyJson } from '#app/data/codegen/pretty-json.ts'
import { type Message, type ToolCall, pathTo, roleNames } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'
import { type StoredMessage, type SavedConversation, titleOf } from './rows.ts'

/** What a file of conversations calls itself. */
export const fileFormat = 'parley.conversations'
export const fileVersion = 1

/** A conversation as it stands in a file: as it is saved, without the ids that belong to one browser. */
export interface FileConversation {
  title: string | null
  pinned: boolean
  createdAt: number
  updatedAt: number
  detached: boolean
  draft: string
  panes: FilePane[]
}

export interface FilePane {
  setup: Setup
  tip: string | null
  draft: string
  /** Messages that were not sent yet; absent where there are none. */
  queued?: readonly string[]
  messages: Message[]
}

/**
 * The file as JSON text. It holds what was said and set, field by field, so that whatever else comes to stand in a
 * message can't leave the browser with it; keys of connections stand in neither.
 */
export function writeHistoryFile(conversations: readonly SavedConversation[], at: Date): string {
  const file = {
    format: fileFormat,
    version: fileVersion,
    exportedAt: at.toISOString(),
    conversations: conversations.map(fileConversation),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

function fileConversation({ row, messages }: SavedConversation): FileConversation {
  const { title, pinned, createdAt, updatedAt, detached, draft } = row
  const panes = row.panes.map((pane) => ({
    setup: fileSetup(pane.setup),
    tip: pane.tip,
    draft: pane.draft,
    ...(pane.queued && pane.queued.length > 0 && { queued: pane.queued }),
    messages: messages.flatMap(({ paneId, message }: StoredMessage) =>
      paneId === pane.id ? [fileMessage(message)] : [],
    ),
  }))
  return { title, pinned, createdAt, updatedAt, detached, draft, panes }
}

function fileSetup({ modelId, connectionId, systemPrompt, parameters, extraBody }: Setup): Setup {
  return { modelId, connectionId, systemPrompt, parameters, extraBody }
}

/** The fields of a message that go into a file, and the only ones that are read from one. */
function fileMessage(message: Message): Message {
  const { id, parent, createdAt, text } = message
  if (message.kind === 'written') return { kind: 'written', id, parent, createdAt, role: message.role, text }
  const { modelId, connectionId, state, reasoning, continuedFrom, sentAt, firstDeltaAt, firstTextAt } = message
  const {
    lastDeltaAt,
    deltas,
    usage,
    finishReason,
    failure,
    refusedWith,
    retryAt,
    progress,
    sentCharacters,
    toolCalls,
  } = message
  return {
    kind: 'reply',
    id,
    parent,
    createdAt,
    modelId,
    connectionId,
    state,
    text,
    ...(message.edited === true && { edited: true }),
    reasoning,
    ...(toolCalls && { toolCalls: toolCalls.map(fileToolCall) }),
    continuedFrom,
    sentAt,
    firstDeltaAt,
    firstTextAt,
    lastDeltaAt,
    deltas,
    ...(progress && { progress }),
    ...(sentCharacters !== undefined && { sentCharacters }),
    usage: usage && plainUsage(usage),
    finishReason,
    failure: failure && { message: failure.message, type: failure.type, param: failure.param, code: failure.code },
    refusedWith,
    retryAt,
  }
}

function fileToolCall({ index, id, name, arguments: json }: ToolCall): ToolCall {
  return { index, id, name, arguments: json }
}

function plainUsage({ prompt_tokens, completion_tokens, total_tokens }: NonNullable<ReplyUsage>) {
  return { prompt_tokens, completion_tokens, total_tokens }
}

type ReplyUsage = Extract<Message, { kind: 'reply' }>['usage']

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
