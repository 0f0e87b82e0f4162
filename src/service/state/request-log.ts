import type { ChatMessage, Usage } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import { isRecord } from '#contract/json.ts'
import type { LoggedRequest } from '#contract/requests.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import type { ChunkEncoder } from '#dialects/chunk-encoder.ts'
import type { LedgerEntry } from './ledger.ts'

/** Keeps what is known of each request to a model. Never contains keys or headers. */
export interface RequestLog {
  /** Whether `messages` and `reply` are kept. */
  readonly keepsTexts: boolean
  /** Keeps a request. Returns at once and never throws; storage may follow later. */
  record(request: LoggedRequest): void
  /** The newest first. `requestId` and `key` undefined: of all. */
  find(search: RequestSearch): Promise<readonly LoggedRequest[]>
}

export interface RequestSearch {
  requestId: string | undefined
  key: string | undefined
  limit: number
}

/** Characters of all messages of a request together, and of its reply. */
const maxTextLength = 32_000
const shortened = '… (shortened)'

/** A request that reached an engine. */
export function loggedCall(
  entry: LedgerEntry,
  about: Pick<LoggedRequest, 'request_id' | 'endpoint' | 'code' | 'messages' | 'reply'>,
): LoggedRequest {
  return {
    ...about,
    time: new Date(entry.time).toISOString(),
    key: entry.key,
    model: entry.model,
    engine: entry.engine,
    outcome: entry.outcome,
    input_tokens: entry.input,
    cached_tokens: entry.cached,
    output_tokens: entry.output,
    reasoning_tokens: entry.reasoning,
    estimated: entry.estimated,
    cost: entry.cost,
    first_token_ms: entry.firstMs,
    total_ms: entry.totalMs,
  }
}

/** A request of a known caller that reached no engine. `time` is milliseconds since the epoch. */
export function loggedRefusal(
  about: Pick<LoggedRequest, 'request_id' | 'key' | 'endpoint' | 'code' | 'total_ms'> & { time: number },
): LoggedRequest {
  return {
    ...about,
    time: new Date(about.time).toISOString(),
    model: null,
    engine: null,
    outcome: 'refused',
    input_tokens: 0,
    cached_tokens: 0,
    output_tokens: 0,
    reasoning_tokens: 0,
    estimated: false,
    cost: 0,
    first_token_ms: null,
    messages: null,
    reply: null,
  }
}

/** The texts of messages, shortened. Images and other files are named by their kind only. */
export function textsOf(messages: readonly ChatMessage[]): NonNullable<LoggedRequest['messages']> {
  let left = maxTextLength
  return messages.map(({ role, content }) => {
    const text = shorten(textOf(content), left)
    left -= Math.min(left, text.length)
    return { role, text }
  })
}

function textOf(content: ChatMessage['content']): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const parts: readonly unknown[] = content
  return parts
    .map((part) => {
      if (!isRecord(part)) return ''
      return typeof part['text'] === 'string' ? part['text'] : `(${String(part['type'])})`
    })
    .join('\n')
}

/** The text of a reply, shortened. */
export function replyText(text: string): string {
  return shorten(text, maxTextLength)
}

function shorten(text: string, length: number): string {
  return text.length > length ? text.slice(0, length) + shortened : text
}

/** Keeps the text of a stream beside encoding it. Only used if the log keeps texts. */
export class TextKeepingEncoder implements ChunkEncoder {
  text = ''
  readonly #encoder: ChunkEncoder

  constructor(encoder: ChunkEncoder) {
    this.#encoder = encoder
  }

  encode(events: readonly ChatEvent[]): string {
    for (const event of events) {
      // One more than is kept, so that it is seen to be shortened.
      if (event.type === 'text' && this.text.length <= maxTextLength) this.text += event.text
    }
    return this.#encoder.encode(events)
  }

  get outcome(): 'finished' | 'failed' | undefined {
    return this.#encoder.outcome
  }

  get pieces(): number {
    return this.#encoder.pieces
  }

  get usage(): Usage | undefined {
    return this.#encoder.usage
  }

  get error(): ErrorDetail | undefined {
    return this.#encoder.error
  }
}
