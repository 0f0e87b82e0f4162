import type { ChatEvent, Extra } from '#contract/chat-event.ts'
import type { FinishReason, Usage } from '#contract/chat.ts'
import { type ErrorDetail, errorOf } from '#contract/errors.ts'
import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import { type ChoiceReading, ToolIndexes, extraOf, readChoice, usageOfChunk, unknownChunkFields } from './chunks.ts'
import { type CompletionIdentity, type CompletionResult, foldCompletion, parseCompletion } from './completion.ts'
import { readErrorDetail } from './errors.ts'
import { FramePattern } from './frame-pattern.ts'
import { type EventStreamHandler, EventStreamReader } from './server-sent-events.ts'

/** Decodes the answer to a streamed chat request. Text goes in as it arrives, split anywhere; events come out. */
export interface ChatDecoder {
  /** Takes the next text of the answer and returns the events that it completes. */
  feed(text: string): ChatEvent[]
  /** Ends the answer. Returns `finished` or `failed`, or nothing if one of them has already been returned. */
  end(): ChatEvent[]
  /** True once `finished` or `failed` has been returned. Text after that is ignored. */
  readonly ended: boolean
  /** True while every choice that has begun has its finish reason, so that stopping now would lose nothing. */
  readonly whole: boolean
}

/** In characters. Limits how much of a whole reply an engine that never ends can make us hold. */
export const maxReplyLength = 64 * 1024 * 1024

const cut = errorOf(
  'upstream_cut',
  'The engine closed the stream before the reply finished. Try again, or check the engine’s log.',
)
const garbled = errorOf(
  'upstream_invalid',
  'The engine didn’t return a chat completion stream. Check its base URL, then try again.',
)
const webPage = errorOf(
  'upstream_invalid',
  'The engine responded with a web page instead of a reply. Check that its base URL is right.',
)
const tooLong = errorOf('upstream_invalid', 'The engine’s response is too large. Ask for a shorter reply.')

/**
 * Decodes the chat-completions interface in the dialects of common engines: server-sent events, or one JSON completion
 * from a server that ignores `stream: true`. A web page is an error. When a reply counts as whole is explained in
 * docs/decisions/0003.
 */
export function createChatDecoder(): ChatDecoder {
  return new StreamDecoder()
}

/** Reads the answer to a request for a single reply. It may be a stream, too. */
export function readWholeReply(
  text: string,
  identity: CompletionIdentity,
): CompletionResult | Promise<CompletionResult> {
  const form = formOf(text)
  if (form === 'json' || form === undefined) return parseCompletion(text, identity)
  const decoder = createChatDecoder()
  return foldCompletion([[...decoder.feed(text), ...decoder.end()]], identity)
}

type ReplyForm = 'json' | 'page' | 'stream'

/**
 * The form of an answer by its first character that isn't whitespace, because content types are often wrong. Undefined
 * while there is no such character.
 */
function formOf(text: string): ReplyForm | undefined {
  const first = /[^\s\uFEFF]/.exec(text)?.[0]
  if (first === undefined) return undefined
  if (first === '{') return 'json'
  return first === '<' ? 'page' : 'stream'
}

/** A class, because a service holds thousands of decoders at once, and closures take several times the memory. */
class StreamDecoder implements ChatDecoder, EventStreamHandler {
  ended = false
  #events: ChatEvent[] = []
  readonly #reader = new EventStreamReader(this)
  #form: ReplyForm | undefined
  /** The text so far of an answer that isn't a stream. */
  #json = ''
  /** True once a usable chunk has arrived: one with a choice or with usage. */
  #started = false
  #hadFrames = false
  #ending = false
  /** True once something arrived that chat completion streams never contain, such as an event of another API. */
  #isForeign = false
  #usage: Usage | undefined
  #lastExtra: JsonRecord | undefined
  /** Unknown fields that came with a choice's finish reason, in a chunk without content. */
  #choiceExtras: Record<number, Extra> | undefined
  /** The pattern of the last frame that was parsed. */
  #pattern: FramePattern | undefined
  /** Created for the first tool call. */
  #toolIndexes: ToolIndexes | undefined
  /** The finish reason of each choice that has begun; undefined until it arrives. */
  readonly #reasons = new Map<number, FinishReason | undefined>()

  feed(text: string): ChatEvent[] {
    if (this.ended) return []
    if (this.#form !== 'stream') this.#form ??= formOf(text)
    if (this.#form === 'stream') this.#reader.feed(text)
    else if (this.#form === 'page') this.#fail(webPage)
    // Whitespace before the answer is dropped: some servers send it as long as they are busy.
    else if (this.#form === 'json') this.#feedJson(text)
    return this.#drain()
  }

  end(): ChatEvent[] {
    this.#ending = true
    if (this.#form === 'stream') this.#endStream()
    else if (!this.ended) this.#endJson()
    return this.#drain()
  }

  #feedJson(text: string): void {
    this.#json += text
    if (this.#json.length > maxReplyLength) this.#fail(tooLong)
  }

  #endJson(): void {
    const result = parseCompletion(this.#json, { id: '', created: 0, model: '' })
    if ('error' in result) return this.#fail(result.error)
    // A completion is a chunk with `message` instead of `delta`, so it is read as a stream of one frame. That has to be
    // a single line; JSON has line breaks only between its tokens.
    this.onEvent(this.#json.replaceAll(/[\r\n]+/g, ' '), false)
    this.#finish()
  }

  #endStream(): void {
    if (!this.ended) this.#reader.end()
    if (this.whole) this.#finish()
    else this.#fail(this.#isForeign && !this.#started ? garbled : cut)
  }

  get whole(): boolean {
    return this.#reasons.size > 0 && [...this.#reasons.values()].every((reason) => reason !== undefined)
  }

  onUnknownField(field: string, value: string): void {
    // llama.cpp reports some errors in a field of their own: `error: {"code":500,…}`.
    if (field === 'error') this.#fail(readErrorDetail({ error: parseJson(value) }) ?? garbled)
    else this.#isForeign = true
  }

  onOversizedFrame(): void {
    this.#fail(garbled)
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
    // A lone [DONE] is an empty reply. After unusable frames it isn't: they may have contained an error we can't read.
    if (this.#hadFrames && !this.#started) return this.#fail(garbled)
    const reasons = this.#reasons
    if (reasons.size === 0) reasons.set(0, 'stop')
    this.#flushUsage()
    this.ended = true
    const extra = extraOf(this.#lastExtra)
    const choiceExtras = this.#choiceExtras
    this.#events.push({
      type: 'finished',
      reasons: Object.fromEntries([...reasons].map(([choice, reason]) => [choice, reason ?? 'stop'])),
      ...(extra && { extra }),
      ...(choiceExtras && { choiceExtras }),
    })
  }

  #flushUsage(): void {
    if (this.#usage) this.#events.push({ type: 'usage', usage: this.#usage })
  }

  onEvent(data: string, isError: boolean): void {
    if (this.ended || data === '') return
    const known = isError ? undefined : this.#pattern?.read(data)
    if (known) {
      this.#events.push(known)
      return
    }
    if (data.trimEnd() === '[DONE]') return this.#finish()
    const chunk = parseJson(data)
    if (!isRecord(chunk)) {
      // A partial frame at the very end is ignored: a reply that was whole before it has lost nothing.
      if (!this.#ending) this.#fail(garbled)
      return
    }
    const error = readErrorDetail(isError && !('error' in chunk) ? { error: chunk } : chunk)
    if (error) return this.#fail(error)
    const before = this.#events.length
    this.#takeChunk(chunk)
    this.#pattern = FramePattern.of(data, chunk, this.#events.slice(before))
  }

  #takeChunk(chunk: JsonRecord): void {
    // Some engines repeat a running usage in every chunk; only the last one counts.
    this.#usage = usageOfChunk(chunk) ?? this.#usage
    const unknown = unknownChunkFields(chunk)
    const choices = Array.isArray(chunk['choices']) ? chunk['choices'].filter(isRecord) : []
    if (!this.#started) this.#start(chunk, choices.length > 0 || this.#usage !== undefined)
    if (choices.length === 0) this.#lastExtra = unknown ?? this.#lastExtra
    choices.forEach((choice, position) =>
      this.#takeChoice(readChoice(choice, position), position === 0 ? unknown : undefined),
    )
  }

  #start(chunk: JsonRecord, isUsable: boolean): void {
    this.#hadFrames = true
    this.#started = isUsable
    if (isUsable) this.#events.push(startOf(chunk))
    // Azure starts with an empty list of choices. Chunks of other APIs have no such list.
    else if (!Array.isArray(chunk['choices'])) this.#isForeign = true
  }

  #takeChoice(reading: ChoiceReading, unknown: JsonRecord | undefined): void {
    const choice = reading.index
    if (!this.#reasons.has(choice)) this.#reasons.set(choice, undefined)
    let extra = extraOf(unknown, reading.extra?.choice, reading.extra?.delta)
    if (!extra && reading.tools.length === 0 && reading.reasoning === '') {
      // Nearly every chunk: one piece of text.
      if (reading.text !== '') this.#events.push({ type: 'text', choice, text: reading.text })
      return this.#takeReason(choice, reading.finishReason)
    }
    const push = (event: ChatEvent & { extra?: Extra }) => {
      if (extra) event.extra = extra
      extra = undefined
      this.#events.push(event)
    }
    if (reading.reasoning !== '') push({ type: 'reasoning', choice, text: reading.reasoning })
    for (const [position, tool] of reading.tools.entries()) {
      this.#toolIndexes ??= new ToolIndexes()
      push({ type: 'tool', choice, ...tool, index: this.#toolIndexes.indexOf(choice, tool, position) })
    }
    if (extra && reading.text === '' && reading.finishReason) (this.#choiceExtras ??= {})[choice] = extra
    else if (extra || reading.text !== '') push({ type: 'text', choice, text: reading.text })
    this.#takeReason(choice, reading.finishReason)
  }

  #takeReason(choice: number, reason: ChoiceReading['finishReason']): void {
    if (reason === 'error') this.#fail(cut)
    else if (reason) this.#reasons.set(choice, reason)
  }

  #drain(): ChatEvent[] {
    const taken = this.#events
    this.#events = []
    return taken
  }
}

function startOf(chunk: JsonRecord): ChatEvent {
  const { id, created, model } = chunk
  return {
    type: 'started',
    ...(typeof id === 'string' && { id }),
    ...(typeof created === 'number' && { created }),
    ...(typeof model === 'string' && { model }),
  }
}
