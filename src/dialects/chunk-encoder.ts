import type { Usage } from '#contract/chat.ts'
import { unreachable, type ChatEvent, type Extra, type ToolPiece } from '#contract/chat-event.ts'
import type { CompletionIdentity } from './completion.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import type { JsonRecord } from '#contract/json.ts'

/** Turns the events of one reply into the frames we send, and knows what became of the reply. */
export interface ChunkEncoder {
  /** The frames of a batch; empty when it has nothing to show yet. */
  encode(events: readonly ChatEvent[]): string
  /** Undefined until the ending has been encoded. */
  readonly outcome: 'finished' | 'failed' | undefined
  /** How many pieces of text, reasoning and tool calls have been sent. */
  readonly pieces: number
  readonly usage: Usage | undefined
  readonly error: ErrorDetail | undefined
}

/**
 * Encodes by the contract: one id, the role in each choice's first delta, the reason in its last chunk, usage in a chunk
 * of its own when asked for, `[DONE]` only after a real end. Frames are put together as text, because this runs once a
 * token: only the token itself is escaped.
 */
export function createChunkEncoder(identity: CompletionIdentity, options: { includeUsage: boolean }): ChunkEncoder {
  return new TextEncoderOfChunks(identity, options.includeUsage)
}

/** Of delta, choice and chunk. */
const noFields: readonly [string, string, string] = ['', '', '']

/** A class, because an object literal with accessors takes several times the memory and time to make. */
class TextEncoderOfChunks implements ChunkEncoder {
  outcome: 'finished' | 'failed' | undefined
  pieces = 0
  usage: Usage | undefined
  error: ErrorDetail | undefined
  readonly #head: string
  readonly #includeUsage: boolean
  /** The choices begun. Nearly always there is one, the first, so it needs no set. */
  #firstBegun = false
  #othersBegun: Set<number> | undefined
  /** The extra fields written last, and their JSON text: most engines repeat the same ones in every chunk. */
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

  /** `delta` holds fields, each with a comma before it. */
  #chunk(choice: number, delta: string, reason: string, extra?: Extra): string {
    if (this.#begins(choice)) {
      if (!extra?.choice?.['logprobs']) return this.#frame(choice, `,"role":"assistant"${delta}`, reason, extra)
      // The openai package's stream helper counts log probabilities in a choice's first chunk twice.
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

  /** Notes that the choice has begun; true the first time. */
  #begins(choice: number): boolean {
    if (this.#hasBegun(choice)) return false
    if (choice === 0) this.#firstBegun = true
    else (this.#othersBegun ??= new Set()).add(choice)
    return true
  }
}

/** The fields of a record as JSON text, with a comma before each; nothing when there are none. */
function fieldsOf(fields: JsonRecord | undefined): string {
  if (!fields) return ''
  const inner = JSON.stringify(fields).slice(1, -1)
  return inner === '' ? '' : `,${inner}`
}

function withChunkFields(own: Extra | undefined, { chunk }: Extra): Extra {
  return { ...own, chunk: { ...own?.chunk, ...chunk } }
}

/** Clients need `arguments` to be a string whenever a call is named, and `type` once. */
function toolDelta({ index, id, name, arguments: text }: ToolPiece): JsonRecord {
  const opens = id !== undefined || name !== undefined
  return {
    index,
    ...(id !== undefined && { id }),
    ...(opens && { type: 'function' }),
    function: { ...(name !== undefined && { name }), arguments: text ?? '' },
  }
}
