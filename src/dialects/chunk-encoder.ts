import type { Usage } from '#contract/chat.ts'
import { unreachable, type ChatEvent, type Extra, type ToolPiece } from '#contract/chat-event.ts'
import type { CompletionIdentity } from './completion.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import type { JsonRecord } from '#contract/json.ts'

/** Encodes the events of one reply as the frames we send, and records the outcome. */
export interface ChunkEncoder {
  /** The frames of a batch of events. Empty if the batch produces none. */
  encode(events: readonly ChatEvent[]): string
  /** Undefined until `finished` or `failed` has been encoded. */
  readonly outcome: 'finished' | 'failed' | undefined
  /** The number of pieces of text, reasoning and tool calls sent so far. */
  readonly pieces: number
  readonly usage: Usage | undefined
  readonly error: ErrorDetail | undefined
}

/**
 * Encodes as the contract says: one id, the role in each choice's first delta, the reason in its last chunk, usage in a
 * separate chunk on request, `[DONE]` only after `finished`. Frames are concatenated as text, because this runs once per
 * token: only the token itself is escaped.
 */
export function createChunkEncoder(identity: CompletionIdentity, options: { includeUsage: boolean }): ChunkEncoder {
  return new TextChunkEncoder(identity, options.includeUsage)
}

/** The extra fields of delta, choice and chunk. */
const noFields: readonly [string, string, string] = ['', '', '']

/** A class, because an object literal with accessors takes several times the memory and time to create. */
class TextChunkEncoder implements ChunkEncoder {
  outcome: 'finished' | 'failed' | undefined
  pieces = 0
  usage: Usage | undefined
  error: ErrorDetail | undefined
  readonly #head: string
  readonly #includeUsage: boolean
  /** The choices that have begun. Nearly always there is only the first, which needs no set. */
  #firstBegun = false
  #othersBegun: Set<number> | undefined
  /** The last extra fields and their JSON. Most engines repeat the same ones in every chunk. */
  #extra: Extra | undefined
  #extraFields = noFields

  constructor({ id, created, model }: CompletionIdentity, includeUsage: boolean) {
    this.#head = JSON.stringify({ id, object: 'chat.completion.chunk', created, model, choices: [] }).slice(0, -2)
    this.#includeUsage = includeUsage
  }

  encode(events: readonly ChatEvent[]): string {
    let frames = ''
    for (const event of events) if (!this.outcome) frames += this.#encodeEvent(event)
    return frames
  }

  #encodeEvent(event: ChatEvent): string {
    switch (event.type) {
      case 'started':
        return ''
      case 'text':
        return this.#piece(event, `,"content":${JSON.stringify(event.text)}`)
      case 'reasoning':
        return this.#piece(event, `,"reasoning_content":${JSON.stringify(event.text)}`)
      case 'tool':
        return this.#piece(event, `,"tool_calls":[${JSON.stringify(toolDelta(event))}]`)
      case 'usage':
        this.usage = event.usage
        return ''
      case 'finished':
        this.outcome = 'finished'
        return this.#ending(event)
      case 'failed':
        this.outcome = 'failed'
        this.error = event.error
        return `${this.#includeUsage && this.usage ? this.#usageChunk() : ''}data: ${JSON.stringify({ error: event.error })}\n\n`
      default:
        return unreachable(event)
    }
  }

  #piece({ choice, extra }: { choice: number; extra?: Extra }, delta: string): string {
    this.pieces += 1
    return this.#chunk(choice, delta, 'null', extra)
  }

  /** `delta` holds JSON fields, each with a leading comma. */
  #chunk(choice: number, delta: string, reason: string, extra?: Extra): string {
    if (this.#markBegun(choice)) {
      if (!extra?.choice?.['logprobs']) return this.#frame(choice, `,"role":"assistant"${delta}`, reason, extra)
      // A separate chunk for the role: the openai package's stream helper counts log probabilities in the first chunk twice.
      return this.#frame(choice, ',"role":"assistant","content":""', 'null') + this.#frame(choice, delta, reason, extra)
    }
    return this.#frame(choice, delta, reason, extra)
  }

  #frame(choice: number, delta: string, reason: string, extra?: Extra): string {
    if (!extra)
      return `data: ${this.#head}{"index":${choice},"delta":{${delta.slice(1)}},"finish_reason":${reason}}]}\n\n`
    if (extra !== this.#extra) {
      this.#extra = extra
      this.#extraFields = [fieldsOf(extra.delta), fieldsOf(extra.choice), fieldsOf(extra.chunk)]
    }
    const [ofDelta, ofChoice, ofChunk] = this.#extraFields
    return `data: ${this.#head}{"index":${choice},"delta":{${`${delta}${ofDelta}`.slice(1)}},"finish_reason":${reason}${ofChoice}}]${ofChunk}}\n\n`
  }

  #usageChunk(extra?: Extra): string {
    return `data: ${this.#head}],"usage":${JSON.stringify(this.usage)}${fieldsOf(extra?.chunk)}}\n\n`
  }

  #ending({ reasons, extra, choiceExtras }: Extract<ChatEvent, { type: 'finished' }>): string {
    const hasUsageChunk = this.#includeUsage && this.usage !== undefined
    const last = Object.keys(reasons).length - 1
    const frames = Object.entries(reasons).map(([choice, reason], place) => {
      const isEmpty = !this.#hasBegun(Number(choice))
      const own = choiceExtras?.[Number(choice)]
      const rest = extra && place === last && !hasUsageChunk ? withChunkFields(own, extra) : own
      return this.#chunk(Number(choice), isEmpty ? ',"content":""' : '', `"${reason}"`, rest)
    })
    return `${frames.join('')}${hasUsageChunk ? this.#usageChunk(extra) : ''}data: [DONE]\n\n`
  }

  #hasBegun(choice: number): boolean {
    return choice === 0 ? this.#firstBegun : (this.#othersBegun?.has(choice) ?? false)
  }

  /** Marks the choice as begun. True the first time. */
  #markBegun(choice: number): boolean {
    if (this.#hasBegun(choice)) return false
    if (choice === 0) this.#firstBegun = true
    else (this.#othersBegun ??= new Set()).add(choice)
    return true
  }
}

/** The fields of a record as JSON, each with a leading comma. Empty when there are none. */
function fieldsOf(fields: JsonRecord | undefined): string {
  if (!fields) return ''
  const inner = JSON.stringify(fields).slice(1, -1)
  return inner === '' ? '' : `,${inner}`
}

function withChunkFields(own: Extra | undefined, { chunk }: Extra): Extra {
  return { ...own, chunk: { ...own?.chunk, ...chunk } }
}

/** Clients need `type` once per call, and `arguments` as a string whenever the call is named. */
function toolDelta({ index, id, name, arguments: text }: ToolPiece): JsonRecord {
  const opens = id !== undefined || name !== undefined
  return {
    index,
    ...(id !== undefined && { id }),
    ...(opens && { type: 'function' }),
    function: { ...(name !== undefined && { name }), arguments: text ?? '' },
  }
}
