import { type EventSourceParser, createParser } from 'eventsource-parser'

/** Receives the contents of an event stream, in order. */
export interface EventStreamHandler {
  /** One event. `data` holds its data lines, joined; `isError` is true for `event: error`. */
  onEvent(data: string, isError: boolean): void
  onComment?(comment: string): void
  /** A field that is not part of server-sent events. */
  onUnknownField?(field: string, value: string): void
  /** A frame is longer than we buffer. Reading must stop here. */
  onOversizedFrame?(): void
}

/** In characters. Larger than any frame an engine sends; limits how much a hostile one can make us buffer. */
const maxFrameLength = 16 * 1024 * 1024

const dataField = 'data: '

/**
 * Splits the text of an event stream into events. Specification: WHATWG HTML, “Server-sent events”. Nearly all frames of
 * a chat are a single `data` line, which is sliced out here at a fraction of what the general parser costs.
 */
export class EventStreamReader {
  readonly #handler: EventStreamHandler
  /** Created for the first text that is not a plain frame. */
  #parser: EventSourceParser | undefined
  /** True while the parser holds no partial frame. */
  #isBetweenFrames = true
  #isAtStart = true
  /** The parser throws when it is fed again after a frame that was too long. */
  #isTerminated = false

  constructor(handler: EventStreamHandler) {
    this.#handler = handler
  }

  /** Reads the next text of the stream, which may be split anywhere. */
  feed(text: string): void {
    let fresh = text
    // A byte-order mark may start the stream, and may be all of the first text.
    if (this.#isAtStart && text !== '') {
      this.#isAtStart = false
      fresh = text.replace(/^\uFEFF/, '')
    }
    const rest = this.#isBetweenFrames ? this.#readPlainFrames(fresh) : fresh
    if (rest === '' || this.#isTerminated) return
    this.#parser ??= this.#createParser()
    this.#parser.feed(rest)
    this.#isBetweenFrames = rest.endsWith('\n\n')
  }

  /** Ends the stream. Unlike in the specification, a last frame without its blank line counts: some engines omit it. */
  end(): void {
    if (!this.#isBetweenFrames && !this.#isTerminated) this.#parser?.feed('\n\n')
    this.#isBetweenFrames = true
  }

  /** Reads frames of one `data` line each, and returns the text from the first other frame on. */
  #readPlainFrames(text: string): string {
    let at = 0
    while (text.startsWith(dataField, at)) {
      const end = text.indexOf('\n', at)
      if (end < 0 || text[end + 1] !== '\n') break
      const data = text.slice(at + dataField.length, end)
      if (data.includes('\r')) break
      this.#handler.onEvent(data, false)
      at = end + 2
    }
    return text.slice(at)
  }

  #createParser(): EventSourceParser {
    const handler = this.#handler
    return createParser({
      maxBufferSize: maxFrameLength,
      onEvent: ({ data, event }) => handler.onEvent(data, event === 'error'),
      onComment: (comment) => handler.onComment?.(comment),
      onError: ({ type, field = '', value = '' }) => {
        if (type === 'max-buffer-size-exceeded') {
          this.#isTerminated = true
          handler.onOversizedFrame?.()
        } else if (type === 'unknown-field') handler.onUnknownField?.(field, value)
      },
    })
  }
}
