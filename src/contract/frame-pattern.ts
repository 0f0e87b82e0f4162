import type { ChatEvent } from './chat-event.ts'
import { isRecord, type JsonRecord } from './json.ts'

type TextEvent = Extract<ChatEvent, { type: 'text' | 'reasoning' }>

/** What a JSON text may hold in quotes only as an escape, or not at all. */
const needsReading = /["\\\p{Cc}]/u

/**
 * A frame that was read, with a gap where its text stood. Nearly all frames of a reply differ in that text alone, and can
 * be told by comparing letters, at a fraction of what reading JSON costs. It holds only until another frame has to be
 * read: so long, whatever else such a frame says, as a count of tokens, is what was noted last.
 */
export class FramePattern {
  readonly #before: string
  readonly #after: string
  readonly #type: TextEvent['type']
  readonly #choice: number

  private constructor(before: string, after: string, { type, choice }: TextEvent) {
    this.#before = copyOf(before)
    this.#after = copyOf(after)
    this.#type = type
    this.#choice = choice
  }

  /**
   * The pattern of a frame's JSON text, `data`, that was read as `chunk` and said `events`; undefined where the text it
   * told, and nothing else, can't be found in it for certain.
   */
  static of(data: string, chunk: JsonRecord, events: readonly ChatEvent[]): FramePattern | undefined {
    const [event] = events
    if (events.length !== 1 || (event?.type !== 'text' && event?.type !== 'reasoning')) return undefined
    if (event.extra || event.text === '' || event.text !== toldBy(chunk, event.type)) return undefined
    // Without escapes the text stands there letter by letter. Where the same letters stand twice, either may be it.
    const quoted = `"${event.text}"`
    const at = data.indexOf(quoted)
    if (at < 0 || data.includes('\\') || data.includes(quoted, at + 1)) return undefined
    return new FramePattern(data.slice(0, at + 1), data.slice(at + quoted.length - 1), event)
  }

  /** What a frame says that differs in its text alone; undefined where it has to be read. */
  read(data: string): TextEvent | undefined {
    const start = this.#before.length
    const end = data.length - this.#after.length
    if (end <= start || !data.startsWith(this.#before) || !data.endsWith(this.#after)) return undefined
    const text = data.slice(start, end)
    return needsReading.test(text) ? undefined : { type: this.#type, choice: this.#choice, text }
  }
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
