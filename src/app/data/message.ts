import type { FinishReason, Usage } from '#contract/chat.ts'
import type { TokenProbability } from '#contract/chat-event.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import type { Attachment } from './attachments/attachment.ts'
import type { ResponseFormat } from './response-format.ts'

/** The author of a message. An `assistant` message written by the user is a prefilled answer that the model continues. */
export type Role = 'system' | 'user' | 'assistant'

interface MessageBase {
  id: string
  /** The id of the message before it; null for a first one. Messages with the same parent are versions of each other. */
  parent: string | null
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** A message written by the user. */
export interface WrittenMessage extends MessageBase {
  kind: 'written'
  role: Role
  text: string
  /** In the order in which they are sent. Absent if there are none. */
  attachments?: readonly Attachment[]
}

/** `waiting` for the first token; `stopped` by the user; `interrupted` by a lost connection; `failed` with a reason. */
export type ReplyState = 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed' | 'interrupted'

/** How many pieces of a reply had arrived at a time, in milliseconds of the reply's clock. */
export interface ProgressPoint {
  at: number
  pieces: number
}

/** What a tool returned. Times are milliseconds of the reply's clock. */
export interface ToolResult {
  /** Sent to the model. */
  text: string
  /** True while the user is still writing it: the next reply waits until it is sent. */
  isDraft?: true
  startedAt: number
  endedAt: number
}

/** A tool call by a model. `arguments` is JSON text as the model wrote it; it may be cut off with the reply. */
export interface ToolCall {
  /** The engine's index of the call in the reply. */
  index: number
  /** Empty if the engine gave none. */
  id: string
  name: string
  arguments: string
  /** Absent until there is one. */
  result?: ToolResult
  /** Why the MCP server of its tool gave none, in a sentence. */
  failure?: string
}

/** A reply of a model, as far as it has arrived. Times are milliseconds of a monotonic clock; only differences are meaningful. */
export interface Reply extends MessageBase {
  kind: 'reply'
  modelId: string
  /** The id of the connection that was used; null or absent is the service that served this page. */
  connectionId?: string | null
  /** Whether a key was sent. Absent in replies saved before this was recorded. */
  keyed?: boolean
  state: ReplyState
  text: string
  /** True if the user has changed `text`. */
  edited?: boolean
  reasoning: string
  /** Absent in replies without tool calls, and in those saved before calls were recorded. */
  toolCalls?: readonly ToolCall[]
  /** The length of the text that this reply continued, in characters; 0 for most replies. */
  continuedFrom: number
  sentAt: number
  firstDeltaAt: number | null
  /** When the text began, after any reasoning. */
  firstTextAt: number | null
  lastDeltaAt: number | null
  /** Pieces received; an estimate of the tokens until the engine reports usage. */
  deltas: number
  /** How the pieces arrived over time, in few points; see `recordProgress`. Absent in replies saved before this was measured. */
  progress?: readonly ProgressPoint[]
  /** Characters in the messages of the request; an estimate of the input tokens. Absent if it was not counted. */
  sentCharacters?: number
  /** The probabilities of its tokens, if they were asked for and given. */
  tokens?: readonly TokenProbability[]
  /** The response format that was asked for; absent if it was text. */
  format?: ResponseFormat
  usage: Usage | null
  finishReason: FinishReason | null
  failure: ErrorDetail | null
  /** The HTTP status of a refusal, otherwise null. */
  refusedWith: number | null
  /** The earliest time for a retry, in milliseconds since the epoch; absent or null if the service gave none. */
  retryAt?: number | null
}

export type Message = WrittenMessage | Reply

/** The fields of a reply of which nothing has arrived. */
export const emptyReply = {
  reasoning: '',
  continuedFrom: 0,
  firstDeltaAt: null,
  firstTextAt: null,
  lastDeltaAt: null,
  deltas: 0,
  usage: null,
  finishReason: null,
  failure: null,
  refusedWith: null,
} as const satisfies Partial<Reply>

/** Whether more of this reply may arrive. */
export function isOpen(reply: Reply): boolean {
  return reply.state === 'waiting' || reply.state === 'streaming'
}

/** The tool calls to put in a request or a link: none of a reply that was cut off, as services refuse partial arguments. */
export function wholeToolCalls(message: Message): readonly ToolCall[] {
  if (message.kind !== 'reply' || message.state !== 'done' || message.finishReason === 'length') return []
  return message.toolCalls ?? []
}

/** Whether a message has any content to send or share. */
export function hasContent(message: Message): boolean {
  return message.text !== '' || attachmentsOf(message).length > 0 || wholeToolCalls(message).length > 0
}

/** The files attached to a message; none for a reply. */
export function attachmentsOf(message: Message): readonly Attachment[] {
  return (message.kind === 'written' && message.attachments) || []
}

/** The role of a message in a request. */
export function roleOf(message: Message): Role {
  return message.kind === 'reply' ? 'assistant' : message.role
}

/** A random id. `crypto.randomUUID` only exists on secure origins, which http addresses in a local network are not. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The names of the roles on the page. */
export const roleNames: Readonly<Record<Role, string>> = { user: 'You', assistant: 'Assistant', system: 'System' }

/** The roles in the order in which they are offered. */
export const roles: readonly Role[] = ['user', 'assistant', 'system']

const indexes = new WeakMap<readonly Message[], ReadonlyMap<string, Message>>()

/** Finds a message by its id. Lists of messages are immutable, so each is indexed once. */
export function messageById(messages: readonly Message[], id: string): Message | undefined {
  let index = indexes.get(messages)
  if (!index) {
    index = new Map(messages.map((message) => [message.id, message]))
    indexes.set(messages, index)
  }
  return index.get(id)
}

/** The path to a message, from the first one to itself. A missing parent ends it; for null it is empty. */
export function pathTo(messages: readonly Message[], tip: string | null): Message[] {
  const path = new Set<Message>()
  for (let at = tip; at !== null;) {
    const message = messageById(messages, at)
    // The second check ends a cycle in damaged data.
    if (!message || path.has(message)) break
    path.add(message)
    at = message.parent
  }
  return [...path].toReversed()
}
