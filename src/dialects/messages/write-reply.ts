import type { ChatCompletion, FinishReason, Usage } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import type { JsonRecord } from '#contract/json.ts'
import { countsOf } from '#contract/rate-of.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import {
  BlockEncoder,
  type BlockWriter,
  type EndedReply,
  type ReplyBlock,
  blocksOf,
  findBrokenCall,
} from '#dialects/reply-blocks.ts'
import { eventFrame, readArguments } from '#dialects/translation.ts'

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** Writes a whole reply as a Message, or says why it can't. */
export function writeMessage(
  completion: ChatCompletion,
): { message: JsonRecord; error?: undefined } | { error: ErrorDetail } {
  const reply = blocksOf(completion)
  const error = findBrokenCall(reply.reason, reply.blocks)
  if (error) return { error }
  // A call that was cut at the limit of tokens is as incomplete as the stop reason says.
  const content = reply.blocks.map((block) => contentOf(block, block.text, readArguments(block.text) ?? {}))
  const { usage } = completion
  return { message: { ...messageHead(completion), content, ...endingOf(reply), usage: usageOf(usage) } }
}

/** The same id in the form of this interface. */
function messageHead({ id, model }: Pick<CompletionIdentity, 'id' | 'model'>): JsonRecord {
  return { id: id.replace(/^chatcmpl-/, 'msg_'), type: 'message', role: 'assistant', model }
}

function endingOf({ blocks, reason, stopSequence }: EndedReply): JsonRecord {
  const isSequence = reason === 'stop' && stopSequence !== null
  const isRefusal = reason === 'stop' && blocks.some(({ kind }) => kind === 'refusal')
  return {
    stop_reason: isSequence ? 'stop_sequence' : isRefusal ? 'refusal' : stopReasons[reason],
    stop_sequence: isSequence ? stopSequence : null,
  }
}

const noUsage: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** Here cached tokens are counted beside the input, and not as a part of it. */
export function usageOf(usage: Usage | undefined): JsonRecord {
  const { input, cachedInput, cacheWrite = 0, cacheWrite1h = 0, output, reasoning } = countsOf(usage ?? noUsage)
  return {
    input_tokens: input - cachedInput - cacheWrite - cacheWrite1h,
    cache_creation_input_tokens: cacheWrite + cacheWrite1h,
    cache_read_input_tokens: cachedInput,
    ...(cacheWrite1h > 0 && {
      cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: cacheWrite1h },
    }),
    output_tokens: output,
    ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
  }
}

function contentOf(block: ReplyBlock, text: string, input: JsonRecord): JsonRecord {
  if (block.kind === 'text' || block.kind === 'refusal') return { type: 'text', text, citations: null }
  if (block.kind === 'tool') return { type: 'tool_use', id: block.id, name: block.name, input }
  const [signed] = block.signed
  if (signed?.type === 'redacted_thinking') return { type: signed.type, data: signed.data }
  return { type: 'thinking', thinking: text, signature: signed?.signature ?? '' }
}

/** Encodes a streamed reply as the events of this interface. The counts of tokens are in `message_delta`. */
export function createMessageEncoder(identity: CompletionIdentity, requestId: string): BlockEncoder {
  const frame = (type: string, fields: JsonRecord) => eventFrame(type, { type, ...fields })
  const delta = ({ index }: ReplyBlock, fields: JsonRecord) => frame('content_block_delta', { index, delta: fields })
  const writer: BlockWriter = {
    begin: () =>
      frame('message_start', {
        message: {
          ...messageHead(identity),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: usageOf(undefined),
        },
      }),
    open(block) {
      const start =
        block.kind === 'reasoning' && block.signed[0]?.type === 'thinking' ? { ...block, signed: [] } : block
      return frame('content_block_start', { index: block.index, content_block: contentOf(start, '', {}) })
    },
    append(block, text) {
      if (block.kind === 'tool') return delta(block, { type: 'input_json_delta', partial_json: text })
      if (block.kind === 'reasoning') return delta(block, { type: 'thinking_delta', thinking: text })
      return delta(block, { type: 'text_delta', text })
    },
    close(block) {
      const signed = block.kind === 'reasoning' ? block.signed[0] : undefined
      const signature =
        signed?.type === 'thinking' ? delta(block, { type: 'signature_delta', signature: signed.signature }) : ''
      return signature + frame('content_block_stop', { index: block.index })
    },
    end: (reply) =>
      frame('message_delta', { delta: endingOf(reply), usage: usageOf(reply.usage) }) + frame('message_stop', {}),
    fail: (error) => eventFrame('error', errorBodyOf(error, requestId)),
  }
  return new BlockEncoder(writer)
}

const typeOfCode: Readonly<Record<string, string>> = {
  body_too_large: 'request_too_large',
  budget_exceeded: 'billing_error',
  overloaded: 'overloaded_error',
  overloaded_error: 'overloaded_error',
  upstream_timeout: 'timeout_error',
}

const typeOfType: Readonly<Record<string, string>> = {
  conflict_error: 'invalid_request_error',
  internal_error: 'api_error',
  upstream_error: 'api_error',
}

/** An error in the shape of this interface, with the contract's `param` and `code` beside its own members. */
export function errorBodyOf({ message, type, param, code }: ErrorDetail, requestId: string): JsonRecord {
  const own = code !== null && Object.hasOwn(typeOfCode, code) ? typeOfCode[code] : undefined
  const other = Object.hasOwn(typeOfType, type) ? typeOfType[type] : type
  return { type: 'error', error: { type: own ?? other, message, param, code }, request_id: requestId }
}
