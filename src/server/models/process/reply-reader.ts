import type { ChatEvent, Extra } from '#contract/chat-event.ts'
import { type ToolFormat, readCalls } from './tool-format.ts'

/** The text of one token, or of several that only together are text. */
export interface ReplyPiece {
  text: string
  extra?: Extra
}

interface ReplyReaderOptions {
  stop: readonly string[]
  tools?: ToolFormat | undefined
  /** Whether the prompt ends inside of the model's thoughts. */
  startsThinking: boolean
  /** The beginning of the ids of tool calls. */
  callId: string
}

const thoughtOpen = '<think>'
const thoughtClose = '</think>'

/**
 * Turns the tokens of a reply into events: ends it before a stop sequence, and separates thoughts and tool calls from the
 * text. Holds back what may be the start of a mark until that is certain.
 */
export class ReplyReader {
  readonly #options: ReplyReaderOptions
  #held: ReplyPiece[] = []
  #mode: 'text' | 'reasoning' | 'call'
  #isAtStart = true
  /** Line breaks after thoughts and around calls are part of their format. */
  #skipsBreaks = false
  #call = ''
  #calls = 0
  /** Whether a stop sequence was found. Nothing may be added then. */
  isStopped = false

  constructor(options: ReplyReaderOptions) {
    this.#options = options
    this.#mode = options.startsThinking ? 'reasoning' : 'text'
  }

  get hasCalls(): boolean {
    return this.#calls > 0
  }

  /** Adds the next piece, and returns the events that are certain now. */
  add(piece: ReplyPiece): ChatEvent[] {
    this.#held.push(piece)
    return this.#release(false)
  }

  /** Returns the remaining events. */
  end(): ChatEvent[] {
    const events = this.isStopped ? [] : this.#release(true)
    if (this.#mode === 'call') events.push(...this.#endCall(this.#call, true))
    return events
  }

  #release(isLast: boolean): ChatEvent[] {
    const events: ChatEvent[] = []
    for (;;) {
      const text = this.#held.map((each) => each.text).join('')
      const marks = this.#marks(text)
      const found = firstOf(text, marks)
      if (!found) {
        const open = isLast ? 0 : Math.max(0, ...marks.map((mark) => overlap(text, mark)))
        if (isLast || !this.#mayBecomeMark(text)) events.push(...this.#emit(this.#take(text.length - open, isLast)))
        return events
      }
      const { mark, at } = found
      const isStop = this.#mode !== 'call' && this.#options.stop.includes(mark)
      const before = this.#take(at, true)
      if (isStop || !this.#isAtStart || text.slice(0, at).trim() !== '') events.push(...this.#emit(before))
      if (isStop) {
        this.#held = []
        this.isStopped = true
        return events
      }
      this.#take(mark.length, true)
      events.push(...this.#pass(mark))
    }
  }

  /** What has a meaning where the reply is now. */
  #marks(text: string): string[] {
    const { stop, tools } = this.#options
    switch (this.#mode) {
      case 'reasoning':
        return [thoughtClose, ...stop]
      case 'call':
        return tools?.close ? [tools.close] : []
      case 'text': {
        const opensCall = tools && (tools.open !== '' || (this.#isAtStart && text.trimStart().startsWith('{')))
        return [
          ...(this.#isAtStart && thoughtOpen.startsWith(text.trimStart().slice(0, thoughtOpen.length))
            ? [thoughtOpen]
            : []),
          ...(opensCall ? [tools.open || '{'] : []),
          ...stop,
        ]
      }
    }
  }

  /** White space at the start belongs to the mark after it, if there is one. */
  #mayBecomeMark(text: string): boolean {
    return this.#mode === 'text' && this.#isAtStart && text.trim() === '' && this.#options.tools !== undefined
  }

  #pass(mark: string): ChatEvent[] {
    if (this.#mode === 'text') {
      this.#mode = mark === thoughtOpen ? 'reasoning' : 'call'
      // A call without an opening mark starts with its first brace.
      this.#call = mark === '{' && this.#options.tools?.open === '' ? mark : ''
      return []
    }
    const wasCall = this.#mode === 'call'
    this.#mode = 'text'
    this.#skipsBreaks = true
    return wasCall ? this.#endCall(this.#call, false) : []
  }

  /** What is no call after all is text. */
  #endCall(text: string, isCut: boolean): ChatEvent[] {
    const { tools, callId } = this.#options
    this.#call = ''
    const calls = tools && readCalls(text, tools)
    if (!calls)
      return [{ type: 'text', choice: 0, text: `${tools?.open ?? ''}${text}${isCut ? '' : (tools?.close ?? '')}` }]
    return calls.map((call): ChatEvent => {
      const index = this.#calls++
      return { type: 'tool', choice: 0, index, id: `call_${callId}_${index}`, ...call }
    })
  }

  #emit(pieces: readonly ReplyPiece[]): ChatEvent[] {
    if (this.#mode === 'call') {
      this.#call += pieces.map(({ text }) => text).join('')
      return []
    }
    const type = this.#mode
    return pieces.flatMap((piece): ChatEvent[] => {
      const text = this.#skipsBreaks ? piece.text.trimStart() : piece.text
      if (text.trim() !== '') this.#isAtStart = this.#skipsBreaks = false
      return text === '' ? [] : [{ type, choice: 0, ...piece, text }]
    })
  }

  /** Takes the first `length` characters out of what is held. With `cuts`, a piece may be cut in two. */
  #take(length: number, cuts: boolean): ReplyPiece[] {
    const taken: ReplyPiece[] = []
    for (let left = length; left > 0;) {
      const [piece] = this.#held
      if (!piece) break
      if (piece.text.length <= left) {
        taken.push(piece)
        this.#held.shift()
      } else if (cuts) {
        taken.push({ ...piece, text: piece.text.slice(0, left) })
        this.#held[0] = { text: piece.text.slice(left) }
      } else {
        break
      }
      left -= piece.text.length
    }
    return taken
  }
}

/** The mark that comes first; of several at the same place the longest. */
function firstOf(text: string, marks: readonly string[]): { mark: string; at: number } | undefined {
  const found = marks.map((mark) => ({ mark, at: text.indexOf(mark) })).filter(({ at }) => at >= 0)
  return found.toSorted((one, other) => one.at - other.at || other.mark.length - one.mark.length)[0]
}

/** How much of the end of a text may be the start of a mark. */
function overlap(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return length
  }
  return 0
}
