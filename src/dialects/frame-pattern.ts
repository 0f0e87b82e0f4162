import type { ChatEvent, Extra } from '#contract/chat-event.ts'
import { isRecord, parseJson, type JsonRecord } from '#contract/json.ts'

type TextEvent = Extract<ChatEvent, { type: 'text' | 'reasoning' }>

/** What a JSON text may hold in quotes only as an escape, or not at all. */
const needsReading = /["\\\p{Cc}]/u

/** llama.cpp's measurements, an object of numbers that change with each token. */
const timingsKey = '"timings"'
const flatObject = /^\{[^[{\\]*\}$/

/**
 * A frame that was read, with a gap where its text was, and a second one for llama.cpp's `timings` where it has them.
 * Nearly all frames of a reply differ only there and are recognised by comparing strings, at a fraction of the cost of
 * parsing JSON. Discarded at the next frame that needs a full parse, so anything else in such a frame, as a count of
 * tokens, is what was read last.
 */
export class FramePattern {
  readonly #before: string
  /** From the text to the timings; undefined where there are none. */
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
   * The pattern of a frame's JSON text, `data`, that was read as `chunk` and gave `events`; undefined unless the place of
   * its text is certain.
   */
  static of(data: string, chunk: JsonRecord, events: readonly ChatEvent[]): FramePattern | undefined {
    const [event] = events
    if (events.length !== 1 || (event?.type !== 'text' && event?.type !== 'reasoning')) return undefined
    if (event.text === '' || event.text !== toldBy(chunk, event.type)) return undefined
    // Without escapes the text stands there letter by letter. Where the same letters stand twice, either may be it.
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
    return readFlat(rest.slice(start, end)) && new FramePattern(before, rest.slice(0, start), rest.slice(end), event)
  }

  /** What a frame says that differs only in the gaps; undefined where it has to be read. */
  read(data: string): TextEvent | undefined {
    const before = this.#before
    const after = this.#after
    const start = before.length
    const middle = this.#middle
    const end = middle === undefined ? data.length - after.length : data.indexOf('"', start)
    if (end <= start || !data.startsWith(before) || !data.endsWith(after)) return undefined
    const text = data.slice(start, end)
    if (needsReading.test(text)) return undefined
    const extra = middle === undefined ? this.#extra : this.#extraOf(data, end, middle)
    if (extra) return { type: this.#type, choice: this.#choice, text, extra }
    return middle === undefined ? { type: this.#type, choice: this.#choice, text } : undefined
  }

  #extraOf(data: string, end: number, middle: string): Extra | undefined {
    if (!data.startsWith(middle, end)) return undefined
    const timings = readFlat(data.slice(end + middle.length, data.length - this.#after.length))
    return timings && { ...this.#extra, chunk: { ...this.#extra?.chunk, timings } }
  }
}

/** One whole JSON object without anything nested, so that another one fits in its place. */
function readFlat(json: string): JsonRecord | undefined {
  const value = flatObject.test(json) ? parseJson(json) : undefined
  return isRecord(value) ? value : undefined
}

/** The one text of a chunk with one choice, as it stands there; undefined where it is put together of several. */
function toldBy({ choices }: JsonRecord, type: TextEvent['type']): unknown {
  const choice: unknown = Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined
  const delta = isRecord(choice) ? choice['delta'] : undefined
  if (!isRecord(delta)) return undefined
  return type === 'text' ? delta['content'] : delta['reasoning_content'] || delta['reasoning']
}

/** A part of a text keeps the whole of it in memory, which for a pattern is all that came with its frame. */
function copyOf(part: string): string {
  return ` ${part}`.slice(1)
}
