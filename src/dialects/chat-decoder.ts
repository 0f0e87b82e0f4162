import { type EventSourceParser, createParser } from 'eventsource-parser'
import type { ChatEvent, Extra } from '#contract/chat-event.ts'
import type { FinishReason, Usage } from '#contract/chat.ts'
import { type ErrorDetail, errorOf } from '#contract/errors.ts'
import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import { type ChoiceReading, type ToolReading, extraOf, readChoice, readUsage, unknownChunkFields } from './chunks.ts'
import { readErrorDetail } from './errors.ts'
import { FramePattern } from './frame-pattern.ts'

/** Decodes one streamed reply. Text goes in as it arrives, split anywhere; events come out. */
export interface ChatDecoder {
  /** Takes the next piece of the stream's text and returns what became complete. */
  feed(text: string): ChatEvent[]
  /** Says that the stream is over, and returns what that means: nothing new if it had ended, else `finished` or `failed`. */
  end(): ChatEvent[]
  /** True once `finished` or `failed` has been returned: whatever follows is ignored. */
  readonly ended: boolean
  /** True while every choice begun has its finish reason, so that stopping now would lose nothing. */
  readonly whole: boolean
}

/** Larger than any frame an engine sends; bounds what a hostile one can make us hold. */
const maxFrameLength = 16 * 1024 * 1024

const cut = errorOf(
  'upstream_cut',
  'The reply was cut: the engine closed the stream before it was finished. Try again, or check the engine’s log.',
)
const garbled = errorOf(
  'upstream_invalid',
  'The engine sent something that is not a chat completion stream. Check that its base URL is right, then try again.',
)

/**
 * Decodes Server-Sent Events of the chat-completions interface, tolerating the dialects of the engines people run.
 * Specification: WHATWG HTML, “Server-sent events”; the wholeness rule is docs/decisions/0003.
 */
export function createChatDecoder(): ChatDecoder {
  return new StreamDecoder()
}

/** A class, because a service holds thousands at a time, and a closure for each of its parts takes several times the memory. */
class StreamDecoder implements ChatDecoder {
  ended = false
  #events: ChatEvent[] = []
  readonly #parser = this.#createParser()
  #atStart = true
  /** A usable chunk has come: one with a choice or with usage. */
  #started = false
  #hadFrames = false
  #ending = false
  /** Something came that no chat completion stream contains, such as a line of a web page or another API's event. */
  #isForeign = false
  #usage: Usage | undefined
  #lastExtra: JsonRecord | undefined
  /** What came with a choice's finish reason, in a chunk without content. */
  #choiceExtras: Record<number, Extra> | undefined
  /** Of the last frame that had to be read. */
  #pattern: FramePattern | undefined
  /** Made for the first tool call. */
  #places: ToolPlaces | undefined
  /** The choices begun; undefined until the choice has its finish reason. */
  readonly #reasons = new Map<number, FinishReason | undefined>()

  feed(text: string): ChatEvent[] {
    let fresh = text
    // A byte-order mark may open the stream, and may be all of the first piece.
    if (this.#atStart && text !== '') {
      this.#atStart = false
      fresh = text.replace(/^\uFEFF/, '')
    }
    if (!this.ended) this.#parser.feed(fresh)
    return this.#drain()
  }

  end(): ChatEvent[] {
    this.#ending = true
    // The last frame may lack its blank line.
    if (!this.ended) this.#parser.feed('\n\n')
    if (this.whole) this.#finish()
    else this.#fail(this.#isForeign && !this.#started ? garbled : cut)
    return this.#drain()
  }

  get whole(): boolean {
    return this.#reasons.size > 0 && [...this.#reasons.values()].every((reason) => reason !== undefined)
  }

  #createParser(): EventSourceParser {
    return createParser({
      maxBufferSize: maxFrameLength,
      onEvent: ({ data, event }) => this.#takeFrame(data, event === 'error'),
      onError: ({ type, field, value }) => {
        if (type === 'max-buffer-size-exceeded') this.#fail(garbled)
        // llama.cpp reports some errors in a field of their own: `error: {"code":500,…}`.
        else if (field === 'error') this.#fail(readErrorDetail({ error: parseJson(value ?? '') }) ?? garbled)
        else if (type === 'unknown-field') this.#isForeign = true
      },
    })
  }

  #fail(error: ErrorDetail): void {
    if (this.ended) return
    this.#flushUsage()
    this.ended = true
    this.#events.push({ type: 'failed', error })
  }

  #finish(): void {
    if (this.ended) return
    // A lone [DONE] is an empty reply, but [DONE] after unusable frames would hide what they said.
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

  #takeFrame(data: string, isError: boolean): void {
    if (this.ended || data === '') return
    const known = isError ? undefined : this.#pattern?.read(data)
    if (known) {
      this.#events.push(known)
      return
    }
    if (data.trimEnd() === '[DONE]') return this.#finish()
    const chunk = parseJson(data)
    if (!isRecord(chunk)) {
      // Half a frame at the end is a cut, which loses nothing of a reply that was whole before it.
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
    this.#usage = readUsage(chunk['usage']) ?? this.#usage
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
    // Azure opens with an empty list of choices; other APIs have no such list.
    else if (!Array.isArray(chunk['choices'])) this.#isForeign = true
  }

  #takeChoice(reading: ChoiceReading, unknown: JsonRecord | undefined): void {
    const choice = reading.index
    if (!this.#reasons.has(choice)) this.#reasons.set(choice, undefined)
    let extra = extraOf(unknown, reading.extra?.choice, reading.extra?.delta)
    if (!extra && reading.tools.length === 0 && reading.reasoning === '') {
      // What nearly every chunk is: one piece of text.
      if (reading.text !== '') this.#events.push({ type: 'text', choice, text: reading.text })
      return this.#takeReason(choice, reading.finishReason)
    }
    const give = (event: ChatEvent & { extra?: Extra }) => {
      if (extra) event.extra = extra
      extra = undefined
      this.#events.push(event)
    }
    if (reading.reasoning !== '') give({ type: 'reasoning', choice, text: reading.reasoning })
    for (const [position, tool] of reading.tools.entries()) {
      this.#places ??= new ToolPlaces()
      give({ type: 'tool', choice, ...tool, index: this.#places.placeOf(choice, tool, position) })
    }
    if (extra && reading.text === '' && reading.finishReason) (this.#choiceExtras ??= {})[choice] = extra
    else if (extra || reading.text !== '') give({ type: 'text', choice, text: reading.text })
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

/**
 * Tells which of a reply's tool calls a piece belongs to. Most engines say so by its index. Some give none and send one
 * whole call a chunk (Gemini): there a name begins another call, unless the id is one that has begun already.
 */
class ToolPlaces {
  /** Of each choice, the ids of the calls that were named so far, each at its index. */
  readonly #named = new Map<number, (string | undefined)[]>()

  /** The index of a piece that stood at this position of its chunk. */
  placeOf(choice: number, tool: ToolReading, position: number): number {
    const ids = this.#named.get(choice) ?? []
    const place = tool.index ?? guess(ids, tool, position)
    if (tool.name !== undefined) this.#named.set(choice, ids)
    // An index may be any number, and what is not small is no place in a list.
    if (tool.name !== undefined && place <= ids.length) ids[place] = tool.id
    return place
  }
}

function guess(ids: readonly (string | undefined)[], { id, name }: ToolReading, position: number): number {
  const begun = id === undefined ? -1 : ids.indexOf(id)
  if (begun >= 0) return begun
  if (name !== undefined) return ids.length
  return position > 0 ? position : Math.max(0, ids.length - 1)
}
