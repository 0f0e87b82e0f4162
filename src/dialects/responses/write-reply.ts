import type { ChatCompletion, FinishReason, Usage } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import type { JsonRecord } from '#contract/json.ts'
import { countsOf } from '#contract/rate-of.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import { BlockEncoder, type BlockWriter, type ReplyBlock, blocksOf, findBrokenCall } from '#dialects/reply-blocks.ts'
import { eventFrame } from '#dialects/translation.ts'
import { encryptedReasoning } from './read-request.ts'

/**
 * Writes a whole reply as a Response, or says why it can't. `request` is the caller's body, whose settings it repeats.
 */
export function writeResponse(
  completion: ChatCompletion,
  request: JsonRecord,
): { response: JsonRecord; error?: undefined } | { error: ErrorDetail } {
  const { blocks, reason, usage } = blocksOf(completion)
  const error = findBrokenCall(reason, blocks)
  if (error) return { error }
  const output = blocks.map((block) => itemOf(block, completion, request, itemStatus(reason, block, blocks)))
  return { response: { ...responseOf(completion, request), ...endingOf(reason), output, usage: usageOf(usage) } }
}

type Identity = Pick<CompletionIdentity, 'id' | 'created' | 'model'>

/** The members of a Response that don't depend on the reply. */
function responseOf({ id, created, model }: Identity, request: JsonRecord): JsonRecord {
  const { instructions, max_output_tokens: limit, metadata, parallel_tool_calls: isParallel } = request
  return {
    id: id.replace(/^chatcmpl-/, 'resp_'),
    object: 'response',
    created_at: created,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: instructions ?? null,
    max_output_tokens: limit ?? null,
    metadata: metadata ?? {},
    model,
    output: [],
    parallel_tool_calls: isParallel ?? true,
    previous_response_id: null,
    reasoning: request['reasoning'] ?? null,
    store: false,
    temperature: request['temperature'] ?? null,
    text: request['text'] ?? { format: { type: 'text' } },
    tool_choice: request['tool_choice'] ?? 'auto',
    tools: request['tools'] ?? [],
    top_p: request['top_p'] ?? null,
    truncation: 'disabled',
    usage: null,
  }
}

function endingOf(reason: FinishReason): JsonRecord {
  if (reason === 'length') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
  if (reason === 'content_filter') return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
  return { status: 'completed' }
}

/** Only the last item of a reply that was cut can be incomplete. */
function itemStatus(reason: FinishReason, block: ReplyBlock, blocks: readonly ReplyBlock[]): ItemStatus {
  return endingOf(reason)['status'] === 'incomplete' && block === blocks.at(-1) ? 'incomplete' : 'completed'
}

export function usageOf(usage: Usage | undefined): JsonRecord | null {
  if (!usage) return null
  const { input, cachedInput, cacheWrite = 0, cacheWrite1h = 0, output, reasoning } = countsOf(usage)
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cachedInput, cache_write_tokens: cacheWrite + cacheWrite1h },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  }
}

type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

const itemPrefix = { text: 'msg', refusal: 'msg', reasoning: 'rs', tool: 'fc' } as const

function itemId({ kind, index }: ReplyBlock, { id }: Pick<Identity, 'id'>): string {
  return `${itemPrefix[kind]}_${id.replace(/^chatcmpl-/, '')}_${index}`
}

/** An item of `output`. In progress it is still empty. */
function itemOf(block: ReplyBlock, identity: Identity, request: JsonRecord, status: ItemStatus): JsonRecord {
  const id = itemId(block, identity)
  const isEmpty = status === 'in_progress'
  if (block.kind === 'text' || block.kind === 'refusal') {
    return { id, type: 'message', role: 'assistant', status, content: isEmpty ? [] : [partOf(block)] }
  }
  if (block.kind === 'tool') {
    const { id: callId, name, text } = block
    return { id, type: 'function_call', call_id: callId, name, arguments: isEmpty ? '' : text, status }
  }
  const { include } = request
  const isEncrypted =
    !isEmpty && block.signed.length > 0 && Array.isArray(include) && include.includes(encryptedReasoning)
  return {
    id,
    type: 'reasoning',
    status,
    summary: [],
    content: isEmpty || block.text === '' ? [] : [partOf(block)],
    ...(isEncrypted && { encrypted_content: JSON.stringify(block.signed) }),
  }
}

function partOf({ kind, text }: Pick<ReplyBlock, 'kind' | 'text'>): JsonRecord {
  if (kind === 'refusal') return { type: 'refusal', refusal: text }
  return kind === 'text'
    ? { type: 'output_text', text, annotations: [], logprobs: [] }
    : { type: 'reasoning_text', text }
}

/** Encodes a streamed reply as the events of this interface, numbered from 0. */
export function createResponseEncoder(identity: CompletionIdentity, request: JsonRecord): BlockEncoder {
  let next = 0
  const frame = (type: string, fields: JsonRecord) => eventFrame(type, { type, sequence_number: next++, ...fields })
  const head = responseOf(identity, request)
  const placeOf = (block: ReplyBlock) => ({ item_id: itemId(block, identity), output_index: block.index })
  const stateful = (type: string, fields: JsonRecord) => frame(type, { response: { ...head, ...fields } })
  const nameOf = ({ kind }: ReplyBlock) =>
    kind === 'refusal' ? 'response.refusal' : kind === 'text' ? 'response.output_text' : 'response.reasoning_text'
  const logprobs = ({ kind }: ReplyBlock) => (kind === 'text' ? { logprobs: [] } : {})
  // Whether a block is complete is known only at the end of the reply, so the last one is closed there.
  let held: ReplyBlock | undefined
  const closeHeld = (status: ItemStatus) => {
    const block = held
    held = undefined
    if (!block) return ''
    const item = itemOf(block, identity, request, status)
    return frame('response.output_item.done', { output_index: block.index, item })
  }
  const itemsOf = (blocks: readonly ReplyBlock[], reason: FinishReason) =>
    blocks.map((block) => itemOf(block, identity, request, itemStatus(reason, block, blocks)))

  const writer: BlockWriter = {
    begin: () => stateful('response.created', {}) + stateful('response.in_progress', {}),
    open(block) {
      const item = itemOf(block, identity, request, 'in_progress')
      const opened = closeHeld('completed') + frame('response.output_item.added', { output_index: block.index, item })
      if (block.kind === 'tool') return opened
      const part = partOf({ kind: block.kind, text: '' })
      return opened + frame('response.content_part.added', { ...placeOf(block), content_index: 0, part })
    },
    append(block, text) {
      if (block.kind === 'tool') {
        return frame('response.function_call_arguments.delta', { ...placeOf(block), delta: text })
      }
      return frame(`${nameOf(block)}.delta`, { ...placeOf(block), content_index: 0, delta: text, ...logprobs(block) })
    },
    close(block) {
      held = block
      const { text } = block
      if (block.kind === 'tool') {
        const { name } = block
        return frame('response.function_call_arguments.done', { ...placeOf(block), name, arguments: text })
      }
      const place = { ...placeOf(block), content_index: 0 }
      const whole = block.kind === 'refusal' ? { refusal: text } : { text, ...logprobs(block) }
      const done = frame(`${nameOf(block)}.done`, { ...place, ...whole })
      return done + frame('response.content_part.done', { ...place, part: partOf(block) })
    },
    end({ blocks, reason, usage }) {
      const last = blocks.at(-1)
      const closed = closeHeld(last ? itemStatus(reason, last, blocks) : 'completed')
      const ending = endingOf(reason)
      const fields = { ...ending, output: itemsOf(blocks, reason), usage: usageOf(usage) }
      return closed + stateful(`response.${String(ending['status'])}`, fields)
    },
    fail(error, blocks) {
      const failed = { status: 'failed', error: failureOf(error), output: itemsOf(blocks, 'length') }
      const { message, code, param } = error
      // The official client throws for an event with `error`, and takes any other ending for a success.
      return stateful('response.failed', failed) + frame('error', { code, message, param, error })
    },
  }
  return new BlockEncoder(writer)
}

function failureOf({ type, message }: ErrorDetail): JsonRecord {
  return { code: type === 'rate_limit_error' ? 'rate_limit_exceeded' : 'server_error', message }
}
