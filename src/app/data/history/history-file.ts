import { fenced } from '#app/data/fenced.ts'
import { prettyJson } from '#app/data/codegen/pretty-json.ts'
import { type Attachment, sizeWords } from '#app/data/attachments/attachment.ts'
import { type Message, type ToolCall, attachmentsOf, pathTo, roleNames } from '#app/data/message.ts'
import { type Setup, isBlank, rowOf, setupFieldNames, setupOf } from '#app/data/setup.ts'
import { draftedIn } from './attachment-rows.ts'
import { type StoredMessage, type StoredTurn, type SavedConversation, titleOf } from './rows.ts'

/** The value of `format` in an export file. */
export const fileFormat = 'parley.conversations'
export const fileVersion = 1

/** A conversation in an export file: as saved, without the ids that belong to one browser. */
export interface FileConversation {
  title: string | null
  pinned: boolean
  createdAt: number
  updatedAt: number
  detached: boolean
  draft: string
  /** The files of the draft that all panes share; absent if there are none. */
  attached?: readonly Attachment[]
  panes: FilePane[]
}

export interface FilePane {
  setup: Setup
  tip: string | null
  draft: string
  attached?: readonly Attachment[]
  /** Messages not sent yet; absent if there are none. */
  queued?: readonly StoredTurn[]
  messages: Message[]
}

/**
 * The conversations as JSON text. Fields are listed one by one, so that a new field of a message can't leave the
 * browser unnoticed. Keys of connections are never part of it. `files` are the attached files as base64, by their hashes.
 */
export function writeHistoryFile(
  conversations: readonly SavedConversation[],
  at: Date,
  files: ReadonlyMap<string, string> = new Map(),
): string {
  const file = {
    format: fileFormat,
    version: fileVersion,
    exportedAt: at.toISOString(),
    conversations: conversations.map(fileConversation),
    ...(files.size > 0 && { files: Object.fromEntries(files) }),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

function fileConversation({ row, messages }: SavedConversation): FileConversation {
  const { title, pinned, createdAt, updatedAt, detached, draft, attached } = row
  const panes = row.panes.map((pane) => ({
    setup: setupOf(pane.setup),
    tip: pane.tip,
    draft: pane.draft,
    ...filesField('attached', pane.attached),
    ...(pane.queued && pane.queued.length > 0 && { queued: pane.queued }),
    messages: messages.flatMap(({ paneId, message }: StoredMessage) =>
      paneId === pane.id ? [fileMessage(message)] : [],
    ),
  }))
  return { title, pinned, createdAt, updatedAt, detached, draft, ...filesField('attached', attached), panes }
}

/** The files of saved conversations, each once: of their messages and of what was not sent yet. */
export function attachmentsIn(conversations: readonly SavedConversation[]): Attachment[] {
  const all = conversations.flatMap(({ row, messages }) => [
    ...messages.flatMap(({ message }) => attachmentsOf(message)),
    ...draftedIn(row),
  ])
  return [...new Map(all.map((each) => [each.hash, each])).values()]
}

function filesField(name: 'attached' | 'attachments', attachments: readonly Attachment[] = []) {
  return attachments.length > 0 ? { [name]: attachments.map(plainAttachment) } : {}
}

function plainAttachment({ hash, kind, name, type, size, width, height }: Attachment): Attachment {
  return { hash, kind, name, type, size, ...(width !== undefined && height !== undefined && { width, height }) }
}

/** The fields of a message that a file contains, and the only ones read from one. */
function fileMessage(message: Message): Message {
  const { id, parent, createdAt, text } = message
  if (message.kind === 'written') {
    const { role, attachments } = message
    return { kind: 'written', id, parent, createdAt, role, text, ...filesField('attachments', attachments) }
  }
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
    tokens,
    format,
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
    ...(tokens && { tokens: tokens.map(({ token, logprob, top }) => ({ token, logprob, top })) }),
    ...(format && { format: { kind: format.kind, name: format.name, strict: format.strict, schema: format.schema } }),
    usage: usage && plainUsage(usage),
    finishReason,
    failure: failure && { message: failure.message, type: failure.type, param: failure.param, code: failure.code },
    refusedWith,
    retryAt,
  }
}

function fileToolCall({ index, id, name, arguments: json, result }: ToolCall): ToolCall {
  const { text, isDraft, startedAt, endedAt } = result ?? { text: '', startedAt: 0, endedAt: 0 }
  return {
    index,
    id,
    name,
    arguments: json,
    ...(result && { result: { text, ...(isDraft === true && { isDraft }), startedAt, endedAt } }),
  }
}

function plainUsage({ prompt_tokens, completion_tokens, total_tokens }: NonNullable<ReplyUsage>) {
  return { prompt_tokens, completion_tokens, total_tokens }
}

type ReplyUsage = Extract<Message, { kind: 'reply' }>['usage']

/** Conversations as Markdown: the messages shown in each pane, without other versions. */
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
    return [...heading, ...setupTexts(setup), ...shown.map(messageText)].join('\n\n')
  })
  return [`# ${titleOf(row)}`, new Date(row.updatedAt).toISOString(), ...panes].join('\n\n')
}

function setupTexts(setup: Setup): string[] {
  return setupFieldNames.flatMap((name) => {
    const { label, markdown } = rowOf(name)
    return markdown && !isBlank(name, setup[name]) ? [`### ${label}\n\n${markdown(setup[name])}`] : []
  })
}

function messageText(message: Message): string {
  const name = message.kind === 'reply' ? message.modelId : roleNames[message.role]
  const ending = message.kind === 'reply' && message.state !== 'done' ? `\n\n_${message.state}_` : ''
  const calls = message.kind === 'reply' ? (message.toolCalls ?? []) : []
  const files = attachmentsOf(message).map((each) => `Attached: ${each.name} (${sizeWords(each.size)})`)
  const parts = [`### ${name}`, message.text, ...files, ...calls.map(toolCallText)].filter((part) => part !== '')
  return `${parts.join('\n\n')}${ending}`
}

function toolCallText({ name, arguments: json, result }: ToolCall): string {
  const call = `Tool call: ${name}\n\n${fenced(prettyJson(json), 'json')}`
  return result ? `${call}\n\nResult:\n\n${fenced(result.text, '')}` : call
}
