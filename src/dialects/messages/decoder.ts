import type { ChatEvent, Extra } from '#contract/chat-event.ts'
import type { FinishReason, Usage } from '#contract/chat.ts'
import { type ErrorDetail, errorOf } from '#contract/errors.ts'
import { type JsonRecord, isRecord, isShallow, parseJson } from '#contract/json.ts'
import { isTokenCount } from '#contract/rate-of.ts'
import { type ChatDecoder, maxReplyLength } from '#dialects/chat-decoder.ts'
import { readErrorDetail } from '#dialects/errors.ts'
import { type EventStreamHandler, EventStreamReader } from '#dialects/server-sent-events.ts'
import { type SignedThinking, countIn } from '#dialects/translation.ts'

const cut = errorOf(
  'upstream_cut',
  'The engine closed the stream before the reply finished. Try again, or check the engine’s log.',
)
const garbled = errorOf(
  'upstream_invalid',
  'The engine didn’t return a stream of messages. Check its base URL, then try again.',
)
const tooLong = errorOf('upstream_invalid', 'The engine’s response is too large. Ask for a shorter reply.')

const maxDepth = 64

const reasons: Readonly<Record<string, FinishReason>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

/** Reads an error of this interface. Its type is also the code: errors here have no other. */
export function readMessagesError(value: unknown): ErrorDetail | undefined {
  const detail = readErrorDetail(value)
  if (!detail || detail.code !== null) return detail
  const isTooLong = detail.type === 'invalid_request_error' && /prompt is too long/i.test(detail.message)
  return isTooLong
    ? errorOf('context_length_exceeded', `${detail.message}. Send fewer or shorter messages.`, 'messages')
    : { ...detail, code: detail.type }
}

/**
 * The contract's usage. Anthropic counts cached tokens beside `input_tokens`; here they are a part of the input, once.
 * Undefined without counts of both input and output.
 */
export function readMessagesUsage(value: JsonRecord): Usage | undefined {
  const fresh = countIn(value, 'input_tokens')
  const output = countIn(value, 'output_tokens')
  if (fresh === undefined || output === undefined) return undefined
  const cached = countIn(value, 'cache_read_input_tokens') ?? 0
  const written = countIn(value, 'cache_creation_input_tokens') ?? 0
  // Kept for an hour, which costs more.
  const writtenFor1h = countIn(value['cache_creation'], 'ephemeral_1h_input_tokens') ?? 0
  const reasoning = countIn(value['output_tokens_details'], 'thinking_tokens')
  const input = fresh + cached + written
  if (!isTokenCount(input)) return undefined
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: {
      cached_tokens: cached,
      cache_write_tokens: written,
      ...(writtenFor1h > 0 && { cache_write_1h_tokens: writtenFor1h }),
    },
    ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  }
}

/**
 * Decodes the answer of an Anthropic-style engine: its server-sent events, or one JSON message from a server that ignores
 * `stream: true`. A reply is whole once its stop reason has arrived.
 */
export function createMessageDecoder(): ChatDecoder {
  return new MessageDecoder()
}

/** A part of the reply that has begun. */
interface OpenBlock {
  type: unknown
  thinking: string
  signature: string
  /** Of a call: its place among the calls, its whole input if that came at once, and whether text followed. */
  tool: number
  input: unknown
  hasText: boolean
}

class MessageDecoder implements ChatDecoder, EventStreamHandler {
  ended = false
  #events: ChatEvent[] = []
  readonly #reader = new EventStreamReader(this)
  #form: 'json' | 'stream' | undefined
  #json = ''
  #hasStarted = false
  #isEnding = false
  #reason: FinishReason | undefined
  #stopSequence: string | undefined
  #usage: JsonRecord = {}
  #tools = 0
  readonly #blocks = new Map<unknown, OpenBlock>()

  get whole(): boolean {
    return this.#reason !== undefined
  }

  feed(text: string): ChatEvent[] {
    if (this.ended) return []
    const first = this.#form === undefined ? /[^\s\uFEFF]/.exec(text)?.[0] : undefined
    if (first === '<') this.#fail(garbled)
    else if (first !== undefined) this.#form = first === '{' ? 'json' : 'stream'
    if (this.#form === 'stream') this.#reader.feed(text)
    else if (this.#form === 'json') {
      this.#json += text
      if (this.#json.length > maxReplyLength) this.#fail(tooLong)
    }
    return this.#drain()
  }

  end(): ChatEvent[] {
    this.#isEnding = true
    if (this.#form === 'json' && !this.ended) this.#endJson()
    else if (!this.ended) this.#reader.end()
    if (this.whole) this.#finish()
    else this.#fail(this.#form === 'stream' || this.#json !== '' ? cut : garbled)
    return this.#drain()
  }

  onUnknownField(): void {
    // Not a part of this interface.
  }

  onOversizedFrame(): void {
    this.#fail(garbled)
  }

  onEvent(data: string, isError: boolean): void {
    if (this.ended || data === '') return
    const event = parseJson(data)
    if (!isRecord(event)) {
      // A partial frame at the very end is ignored: a reply that was whole before it has lost nothing.
      if (!this.#isEnding) this.#fail(garbled)
      return
    }
    const error = readMessagesError(isError && !('error' in event) ? { error: event } : event)
    if (error) this.#fail(error)
    else this.#take(event)
  }

  /** Unknown events are ignored: the interface may add some. */
  #take(event: JsonRecord): void {
    const { type, index, delta, usage, message } = event
    if (type === 'message_start') return this.#start(message)
    if (type === 'message_stop') return this.whole ? this.#finish() : this.#fail(cut)
    if (type === 'content_block_start') this.#open(index, event['content_block'])
    else if (type === 'content_block_delta' && isRecord(delta)) this.#append(this.#blocks.get(index), delta)
    else if (type === 'content_block_stop') this.#close(index)
    else if (type === 'message_delta') {
      this.#keepUsage(usage)
      if (isRecord(delta)) this.#takeReason(delta)
    }
  }

  #start(message: unknown): void {
    const { id, model, usage } = isRecord(message) ? message : {}
    this.#keepUsage(usage)
    if (this.#hasStarted) return
    this.#hasStarted = true
    this.#events.push({
      type: 'started',
      ...(typeof id === 'string' && { id }),
      ...(typeof model === 'string' && { model }),
    })
  }

  /** Counts are cumulative: a later one replaces an earlier one. */
  #keepUsage(usage: unknown): void {
    if (!isRecord(usage) || !isShallow(usage, maxDepth)) return
    for (const [name, value] of Object.entries(usage)) if (value !== null) this.#usage[name] = value
  }

  #takeReason({ stop_reason: reason, stop_sequence: sequence }: JsonRecord): void {
    if (typeof reason !== 'string') return
    // A reply that stops before anything else is still a reply.
    this.#start(undefined)
    this.#reason = Object.hasOwn(reasons, reason) ? reasons[reason] : 'stop'
    if (typeof sequence === 'string') this.#stopSequence = sequence
  }

  #open(index: unknown, content: unknown): void {
    if (!isRecord(content)) return
    this.#start(undefined)
    const { type, id, name, input, text, thinking, signature, data } = content
    const tool = type === 'tool_use' ? this.#tools++ : -1
    const block: OpenBlock = { type, thinking: '', signature: '', tool, input, hasText: false }
    this.#blocks.set(index, block)
    if (type === 'tool_use') {
      this.#events.push({
        type: 'tool',
        choice: 0,
        index: tool,
        ...(typeof id === 'string' && { id }),
        ...(typeof name === 'string' && { name }),
        arguments: '',
      })
    } else if (type === 'redacted_thinking' && typeof data === 'string') {
      this.#sign({ type, data })
    }
    this.#append(block, { text, thinking, signature })
  }

  #append(block: OpenBlock | undefined, { text, thinking, signature, partial_json: json }: JsonRecord): void {
    if (!block) return
    if (typeof text === 'string' && text !== '') this.#events.push({ type: 'text', choice: 0, text })
    if (typeof thinking === 'string' && thinking !== '') {
      block.thinking += thinking
      this.#events.push({ type: 'reasoning', choice: 0, text: thinking })
    }
    if (typeof signature === 'string') block.signature += signature
    if (block.tool < 0 || typeof json !== 'string' || json === '') return
    block.hasText = true
    this.#events.push({ type: 'tool', choice: 0, index: block.tool, arguments: json })
  }

  #close(index: unknown): void {
    const block = this.#blocks.get(index)
    if (!block) return
    this.#blocks.delete(index)
    const { thinking, signature, tool, input } = block
    if (signature !== '') this.#sign({ type: 'thinking', thinking, signature })
    // A call without arguments has no text; clients expect an empty object.
    if (tool < 0 || block.hasText) return
    const whole = isRecord(input) && isShallow(input, maxDepth) ? input : {}
    this.#events.push({ type: 'tool', choice: 0, index: tool, arguments: JSON.stringify(whole) })
  }

  #sign(block: SignedThinking): void {
    const extra: Extra = { delta: { thinking_blocks: [block] } }
    this.#events.push({ type: 'reasoning', choice: 0, text: '', extra })
  }

  #endJson(): void {
    const message = parseJson(this.#json)
    this.#json = ''
    if (message === undefined) return this.#fail(cut)
    const error = readMessagesError(message)
    if (error) return this.#fail(error)
    if (!isRecord(message) || !Array.isArray(message['content'])) return this.#fail(garbled)
    this.#start(message)
    for (const [index, block] of message['content'].entries()) {
      this.#open(index, block)
      this.#close(index)
    }
    this.#takeReason({ stop_reason: 'end_turn', ...message })
  }

  #fail(error: ErrorDetail): void {
    if (this.ended) return
    this.#flushUsage()
    this.ended = true
    this.#json = ''
    this.#events.push({ type: 'failed', error })
  }

  #finish(): void {
    if (this.ended) return
    for (const index of this.#blocks.keys()) this.#close(index)
    this.#flushUsage()
    this.ended = true
    const sequence = this.#stopSequence
    this.#events.push({
      type: 'finished',
      reasons: { 0: this.#reason ?? 'stop' },
      ...(sequence !== undefined && { choiceExtras: { 0: { choice: { stop_sequence: sequence } } } }),
    })
  }

  #flushUsage(): void {
    const usage = readMessagesUsage(this.#usage)
    if (usage) this.#events.push({ type: 'usage', usage })
  }

  #drain(): ChatEvent[] {
    const taken = this.#events
    this.#events = []
    return taken
  }
}
