import type { ChatEvent, Extra } from '#contract/chat-event.ts'
import { isRecord, parseJson, type JsonRecord } from '#contract/json.ts'

type TextEvent = Extract<ChatEvent, { type: 'text' | 'reasoning' }>

/** Characters that a JSON string contains only escaped, or not at all. */
const needsParsing = /["\\\p{Cc}]/u

/** llama.cpp's measurements: an object of numbers that change with each token. */
const timingsKey = '"timings"'
const flatObject = /^\{[^[{\\]*\}$/

/**
 * A parsed frame with a gap in place of its text, and a second gap for llama.cpp's `timings` if it has them. Nearly all
 * frames of a reply differ only there. Comparing strings recognises them at a fraction of the cost of parsing JSON. Valid
 * until the next frame that needs a full parse, so that all other fields are those of the last parsed frame.
 */
export class FramePattern {
  readonly #before: string
  /** The JSON between the text and the timings; undefined without timings. */
  readonly #middle: string | undefined
  readonly #after: string
  readonly #type: TextEvent['type']
  readonly #choice: number
  readonly #extra: Extra | undefined

  private constructor(before: string, middle: string | undefined, after: string, { type, choice, extra }: TextEvent) {
    this.#before = copyOf(before)
    this.#middle = middle === undefined ? undefined : copyOf(middle)
    this.#after = copyOf(after)
    this.#type = type
    this.#choice = choice
    this.#extra = extra
  }

  /**
   * The pattern of a frame whose JSON `data` was parsed as `chunk` and produced `events`. Undefined if the position of its
   * text in the JSON is ambiguous.
   */
  static of(data: string, chunk: JsonRecord, events: readonly ChatEvent[]): FramePattern | undefined {
    const [event] = events
    if (events.length !== 1 || (event?.type !== 'text' && event?.type !== 'reasoning')) return undefined
    if (event.text === '' || event.text !== textIn(chunk, event.type)) return undefined
    // Without escapes the JSON contains the text unchanged. If it occurs twice, either position may be the right one.
    const quoted = `"${event.text}"`
    const at = data.indexOf(quoted)
    if (at < 0 || data.includes('\\') || data.includes(quoted, at + 1)) return undefined
    const before = data.slice(0, at + 1)
    const rest = data.slice(at + quoted.length - 1)
    if (!isRecord(event.extra?.chunk?.['timings'])) return new FramePattern(before, undefined, rest, event)
    const key = rest.indexOf(timingsKey)
    const start = key + timingsKey.length + 1
    const end = rest.indexOf('}', start) + 1
    if (key < 0 || before.includes(timingsKey) || rest.includes(timingsKey, start)) return undefined
    return parseFlat(rest.slice(start, end)) && new FramePattern(before, rest.slice(0, start), rest.slice(end), event)
  }

  /** The event of a frame that differs only in the gaps. Undefined if the frame has to be parsed. */
  read(data: string): TextEvent | undefined {
    const before = this.#before
    const after = this.#after
    const start = before.length
    const middle = this.#middle
    const end = middle === undefined ? data.length - after.length : data.indexOf('"', start)
    if (end <= start || !data.startsWith(before) || !data.endsWith(after)) return undefined
    const text = data.slice(start, end)
    if (needsParsing.test(text)) return undefined
    const extra = middle === undefined ? this.#extra : this.#extraOf(data, end, middle)
    if (extra) return { type: this.#type, choice: this.#choice, text, extra }
    return middle === undefined ? { type: this.#type, choice: this.#choice, text } : undefined
  }

  #extraOf(data: string, end: number, middle: string): Extra | undefined {
    if (!data.startsWith(middle, end)) return undefined
    const timings = parseFlat(data.slice(end + middle.length, data.length - this.#after.length))
    return timings && { ...this.#extra, chunk: { ...this.#extra?.chunk, timings } }
  }
}

/** Parses a JSON object without nested values, which another one can replace. */
function parseFlat(json: string): JsonRecord | undefined {
  const value = flatObject.test(json) ? parseJson(json) : undefined
  return isRecord(value) ? value : undefined
}

/** The text of a chunk with a single choice; undefined if the event's text was combined from several fields. */
function textIn({ choices }: JsonRecord, type: TextEvent['type']): unknown {
  const choice: unknown = Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined
  const delta = isRecord(choice) ? choice['delta'] : undefined
  if (!isRecord(delta)) return undefined
  return type === 'text' ? delta['content'] : delta['reasoning_content'] || delta['reasoning']
}

/** A substring keeps the whole original in memory, here everything that arrived with the frame. This makes a copy. */
function copyOf(part: string): string {
  return ` ${part}`.slice(1)
}
