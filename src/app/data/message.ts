import type { FinishReason, Usage } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'

/** Who speaks. `assistant` written by a person is a prefilled answer, which the model is to go on from. */
export type Role = 'system' | 'user' | 'assistant'

interface MessageBase {
  id: string
  /** The message it answers or follows; null for a first one. Messages with the same parent are versions of each other. */
  parent: string | null
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** What a person wrote. */
export interface WrittenMessage extends MessageBase {
  kind: 'written'
  role: Role
  text: string
}

/** `waiting` for the first word; `stopped` by the person; `interrupted` by a broken connection; `failed` with a reason. */
export type ReplyState = 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed' | 'interrupted'

/** How many pieces of a reply had come by a time, in milliseconds of the reply's clock. */
export interface ProgressPoint {
  at: number
  pieces: number
}

/** A call that a model asked for. `arguments` is JSON text as the model wrote it, cut where the reply was. */
export interface ToolCall {
  /** Which call of the reply it is, as the engine counts them. */
  index: number
  /** Empty where the engine gave none. */
  id: string
  name: string
  arguments: string
}

/** What a model answered, as far as it came. Times are milliseconds of one monotonic clock, of which only differences tell. */
export interface Reply extends MessageBase {
  kind: 'reply'
  modelId: string
  /** The connection that was asked, by its id; null or absent is the service that served this page. */
  connectionId?: string | null
  /** Whether a key was sent. Absent in replies kept before this was noted. */
  keyed?: boolean
  state: ReplyState
  text: string
  /** True once a person has changed `text`; it is then not what the model said. */
  edited?: boolean
  reasoning: string
  /** The tools it called, in order. Absent in replies without any, and in those stored before calls were kept. */
  toolCalls?: readonly ToolCall[]
  /** How much of `text`, in characters, was there before this reply was asked to go on from it; 0 for most. */
  continuedFrom: number
  sentAt: number
  firstDeltaAt: number | null
  /** When the answer itself began, after any reasoning. */
  firstTextAt: number | null
  lastDeltaAt: number | null
  /** Pieces received; stands in for the tokens until the engine tells them. */
  deltas: number
  /** How the pieces came over time, in few points; see `noteProgress`. Absent in replies kept before this was measured. */
  progress?: readonly ProgressPoint[]
  /** How many characters of messages were sent to get it; stands in for the tokens in. Absent where nobody counted. */
  sentCharacters?: number
  usage: Usage | null
  finishReason: FinishReason | null
  failure: ErrorDetail | null
  /** The HTTP status of a refusal; null where there was none. */
  refusedWith: number | null
  /** Before when the service does not want to be asked again, in milliseconds since the epoch; absent or null where it did not say. */
  retryAt?: number | null
}

export type Message = WrittenMessage | Reply

/** What is measured and told of a reply, while nothing of it has arrived. */
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

/** True while more of this reply may come. */
export function isOpen(reply: Reply): boolean {
  return reply.state === 'waiting' || reply.state === 'streaming'
}

/**
 * The tool calls that belong in a request or a link: none of a reply that was cut, as services refuse arguments that are
 * only half there.
 */
export function wholeToolCalls(message: Message): readonly ToolCall[] {
  if (message.kind !== 'reply' || message.state !== 'done' || message.finishReason === 'length') return []
  return message.toolCalls ?? []
}

/** Whether a message has anything to send or share. */
export function hasContent(message: Message): boolean {
  return message.text !== '' || wholeToolCalls(message).length > 0
}

/** Who speaks in a request. */
export function roleOf(message: Message): Role {
  return message.kind === 'reply' ? 'assistant' : message.role
}

/** `crypto.randomUUID` is missing where the page is not served securely, such as from another machine of a home network. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a role is called on the page. */
export const roleNames: Readonly<Record<Role, string>> = { user: 'You', assistant: 'Assistant', system: 'System' }

/** The roles in the order in which they are offered. */
export const roles: readonly Role[] = ['user', 'assistant', 'system']

const indexes = new WeakMap<readonly Message[], ReadonlyMap<string, Message>>()

/** Finds a message by its id. Lists of messages are never changed in place, so that each is looked through once. */
export function messageById(messages: readonly Message[], id: string): Message | undefined {
  let index = indexes.get(messages)
  if (!index) {
    index = new Map(messages.map((message) => [message.id, message]))
    indexes.set(messages, index)
  }
  return index.get(id)
}

/** What leads to a message, from the first to itself. One whose parent is lost stands as a first one; null leads nowhere. */
export function pathTo(messages: readonly Message[], tip: string | null): Message[] {
  const path = new Set<Message>()
  for (let at = tip; at !== null;) {
    const message = messageById(messages, at)
    // What was met before ends the walk even where damaged data runs in a circle.
    if (!message || path.has(message)) break
    path.add(message)
    at = message.parent
  }
  return [...path].toReversed()
}
