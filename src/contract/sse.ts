import { createParser } from 'eventsource-parser'
import type { FinishReason, Usage } from './chat.ts'
import type { ChatEvent } from './chat-event.ts'
import { extraOf, readChoice, readUsage, unknownChunkFields, type ChoiceReading } from './chunk-dialects.ts'
import { readErrorDetail } from './error-dialects.ts'
import { errorOf, type ErrorDetail } from './errors.ts'
import { isRecord, parseJson, type JsonRecord } from './json.ts'

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
  let events: ChatEvent[] = []
  let atStart = true
  let started = false
  let ending = false
  let ended = false
  /** Lines that no event stream has: the answer is something else, such as a web page. */
  let isForeign = false
  let usage: Usage | undefined
  let lastExtra: JsonRecord | undefined
  /** The choices begun; undefined until the choice has its finish reason. */
  const reasons = new Map<number, FinishReason | undefined>()

  const parser = createParser({
    maxBufferSize: maxFrameLength,
    onEvent: ({ data, event }) => takeFrame(data, event === 'error'),
    onError: ({ type, field, value }) => {
      if (type === 'max-buffer-size-exceeded') fail(garbled)
      // llama.cpp reports some errors in a field of their own: `error: {"code":500,…}`.
      else if (field === 'error') fail(readErrorDetail({ error: parseJson(value ?? '') }) ?? garbled)
      else if (type === 'unknown-field') isForeign = true
    },
  })

  const isWhole = () => reasons.size > 0 && [...reasons.values()].every((reason) => reason !== undefined)

  function fail(error: ErrorDetail) {
    if (ended) return
    flushUsage()
    ended = true
    events.push({ type: 'failed', error })
  }

  function finish() {
    if (ended) return
    if (reasons.size === 0) reasons.set(0, 'stop')
    flushUsage()
    ended = true
    const extra = extraOf(lastExtra)
    events.push({
      type: 'finished',
      reasons: Object.fromEntries([...reasons].map(([choice, reason]) => [choice, reason ?? 'stop'])),
      ...(extra && { extra }),
    })
  }

  function flushUsage() {
    if (usage) events.push({ type: 'usage', usage })
  }

  function takeFrame(data: string, isError: boolean) {
    if (ended || data === '') return
    if (data.trimEnd() === '[DONE]') return finish()
    const chunk = parseJson(data)
    if (!isRecord(chunk)) {
      // Half a frame at the end is a cut, which loses nothing of a reply that was whole before it.
      if (!ending) fail(garbled)
      return
    }
    const error = readErrorDetail(isError && !('error' in chunk) ? { error: chunk } : chunk)
    if (error) return fail(error)
    takeChunk(chunk)
  }

  function takeChunk(chunk: JsonRecord) {
    if (!started) {
      started = true
      events.push(startOf(chunk))
    }
    // Some engines repeat a running usage in every chunk; only the last one counts.
    usage = readUsage(chunk['usage']) ?? usage
    const unknown = unknownChunkFields(chunk)
    const choices = Array.isArray(chunk['choices']) ? chunk['choices'].filter(isRecord) : []
    if (choices.length === 0) lastExtra = unknown ?? lastExtra
    choices.forEach((choice, position) =>
      takeChoice(readChoice(choice, position), position === 0 ? unknown : undefined),
    )
  }

  function takeChoice(reading: ChoiceReading, unknown: JsonRecord | undefined) {
    const choice = reading.index
    if (!reasons.has(choice)) reasons.set(choice, undefined)
    let extra = extraOf(unknown, reading.extra?.choice, reading.extra?.delta)
    const takeExtra = () => {
      const taken = extra
      extra = undefined
      return taken && { extra: taken }
    }
    if (reading.reasoning !== '') {
      events.push({ type: 'reasoning', choice, text: reading.reasoning, ...takeExtra() })
    }
    for (const tool of reading.tools) events.push({ type: 'tool', choice, ...tool, ...takeExtra() })
    if (reading.text !== '' || extra) events.push({ type: 'text', choice, text: reading.text, ...takeExtra() })
    if (reading.finishReason === 'error') fail(cut)
    else if (reading.finishReason) reasons.set(choice, reading.finishReason)
  }

  function drain(): ChatEvent[] {
    const taken = events
    events = []
    return taken
  }

  return {
    feed(text) {
      // A byte-order mark may open the stream, and may be all of the first piece.
      if (atStart && text !== '') {
        atStart = false
        text = text.replace(/^\uFEFF/, '')
      }
      if (!ended) parser.feed(text)
      return drain()
    },
    end() {
      // The last frame may lack its blank line.
      ending = true
      if (!ended) parser.feed('\n\n')
      if (isWhole()) finish()
      else fail(isForeign && !started ? garbled : cut)
      return drain()
    },
    get ended() {
      return ended
    },
    get whole() {
      return isWhole()
    },
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
