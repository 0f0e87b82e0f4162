import type { Usage } from '#contract/chat.ts'
import { unreachable, type ChatEvent, type Extra, type ToolPiece } from '#contract/chat-event.ts'
import type { CompletionIdentity } from '#contract/completion.ts'
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
  const { id, created, model } = identity
  const head = `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model }).slice(0, -1)},"choices":[`
  const begun = new Set<number>()
  let outcome: 'finished' | 'failed' | undefined
  let pieces = 0
  let usage: Usage | undefined
  let error: ErrorDetail | undefined

  function piece({ choice, extra }: { choice: number; extra?: Extra }, delta: string): string {
    pieces += 1
    return chunk(choice, delta, 'null', extra)
  }

  /** `delta` holds fields, each with a comma before it. */
  function chunk(choice: number, delta: string, reason: string, extra?: Extra): string {
    const isFirst = !begun.has(choice)
    if (isFirst) begun.add(choice)
    const fields = `${isFirst ? ',"role":"assistant"' : ''}${delta}${fieldsOf(extra?.delta)}`.slice(1)
    return `${head}{"index":${choice},"delta":{${fields}},"finish_reason":${reason}${fieldsOf(extra?.choice)}}]${fieldsOf(extra?.chunk)}}\n\n`
  }

  function usageChunk(extra?: Extra): string {
    return `${head}],"usage":${JSON.stringify(usage)}${fieldsOf(extra?.chunk)}}\n\n`
  }

  function ending({ reasons, extra }: Extract<ChatEvent, { type: 'finished' }>): string {
    const hasUsageChunk = options.includeUsage && usage !== undefined
    const last = Object.keys(reasons).length - 1
    const frames = Object.entries(reasons).map(([choice, reason], place) => {
      const isEmpty = !begun.has(Number(choice))
      const rest = place === last && !hasUsageChunk ? extra : undefined
      return chunk(Number(choice), isEmpty ? ',"content":""' : '', `"${reason}"`, rest)
    })
    return `${frames.join('')}${hasUsageChunk ? usageChunk(extra) : ''}data: [DONE]\n\n`
  }

  function encodeEvent(event: ChatEvent): string {
    switch (event.type) {
      case 'started':
        return ''
      case 'text':
        return piece(event, `,"content":${JSON.stringify(event.text)}`)
      case 'reasoning':
        return piece(event, `,"reasoning_content":${JSON.stringify(event.text)}`)
      case 'tool':
        return piece(event, `,"tool_calls":[${JSON.stringify(toolDelta(event))}]`)
      case 'usage':
        usage = event.usage
        return ''
      case 'finished':
        outcome = 'finished'
        return ending(event)
      case 'failed':
        outcome = 'failed'
        error = event.error
        return `${options.includeUsage && usage ? usageChunk() : ''}data: ${JSON.stringify({ error })}\n\n`
      default:
        return unreachable(event)
    }
  }

  return {
    encode(events) {
      let frames = ''
      for (const event of events) if (!outcome) frames += encodeEvent(event)
      return frames
    },
    get outcome() {
      return outcome
    },
    get pieces() {
      return pieces
    },
    get usage() {
      return usage
    },
    get error() {
      return error
    },
  }
}

/** The fields of a record as JSON text, with a comma before each; nothing when there are none. */
function fieldsOf(fields: JsonRecord | undefined): string {
  if (!fields) return ''
  const inner = JSON.stringify(fields).slice(1, -1)
  return inner === '' ? '' : `,${inner}`
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
