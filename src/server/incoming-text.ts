import { StringDecoder } from 'node:string_decoder'

/** Characters that may wait for the reader before the sender is held back. */
const mostWaiting = 64 * 1024

/** What holds the sender back. */
interface Valve {
  pause(): void
  resume(): void
}

/** A body on its way in: bytes are pushed as they come, text is pulled by one reader. */
export interface IncomingText {
  push(chunk: Buffer, sender: Valve): void
  end(): void
  fail(reason: Error): void
  /** All of it, where it is over and none of it was read; undefined otherwise. */
  takeWhole(): string | undefined
  /** The pieces: none is empty, characters are whole, a byte-order mark is left out. `onLeft`: the reader ended early. */
  pieces(onLeft: () => void): AsyncIterable<string>
}

type Step = IteratorResult<string, undefined>
const byteOrderMark = 0xfeff
const over: Step = { done: true, value: undefined }

/** Joins a sender's callbacks to a reader's loop without a web stream between; a reader who is slow pauses the sender. */
export function createIncomingText(): IncomingText {
  return new WaitingText()
}

interface Reader {
  resolve: (step: Step) => void
  reject: (reason: Error) => void
}

class WaitingText implements IncomingText, AsyncIterableIterator<string> {
  /** Made when a piece ends within a character; till then each is a text of its own. */
  #decoder: StringDecoder | undefined
  #atStart = true
  #waiting = ''
  #held: Valve | undefined
  #isOver = false
  #failure: Error | undefined
  #reader: Reader | undefined
  #onLeft: (() => void) | undefined

  push(chunk: Buffer, sender: Valve): void {
    let text = this.#decode(chunk)
    if (text === '' || this.#isOver) return
    if (this.#atStart) {
      this.#atStart = false
      if (text.charCodeAt(0) === byteOrderMark) text = text.slice(1)
      if (text === '') return
    }
    if (!this.#mustWait(text) || this.#waiting.length < mostWaiting || this.#held) return
    this.#held = sender
    sender.pause()
  }

  end(): void {
    this.#isOver = true
    const rest = this.#decoder?.end() ?? ''
    if (rest !== '') this.#mustWait(rest)
    this.#reader?.resolve(over)
    this.#reader = undefined
  }

  fail(reason: Error): void {
    this.#isOver = true
    this.#failure = reason
    this.#reader?.reject(reason)
    this.#reader = undefined
  }

  takeWhole(): string | undefined {
    if (!this.#isOver || this.#failure || this.#onLeft) return undefined
    const whole = this.#waiting
    this.#waiting = ''
    return whole
  }

  pieces(onLeft: () => void): AsyncIterable<string> {
    this.#onLeft = onLeft
    return this
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Step> {
    if (this.#waiting !== '') {
      const value = this.#waiting
      this.#waiting = ''
      const sender = this.#held
      this.#held = undefined
      sender?.resume()
      return Promise.resolve({ done: false, value })
    }
    if (this.#failure) return Promise.reject(this.#failure)
    if (this.#isOver) return Promise.resolve(over)
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  return(): Promise<Step> {
    this.#isOver = true
    this.#waiting = ''
    this.#onLeft?.()
    return Promise.resolve(over)
  }

  #decode(chunk: Buffer): string {
    if (!this.#decoder) {
      const last = chunk[chunk.length - 1] ?? 0
      if (last < 0x80) return chunk.toString()
      this.#decoder = new StringDecoder('utf8')
    }
    return this.#decoder.write(chunk)
  }

  /** Hands the text to a reader who waits; true when there is none. */
  #mustWait(text: string): boolean {
    if (!this.#reader) {
      this.#waiting += text
      return true
    }
    const { resolve } = this.#reader
    this.#reader = undefined
    resolve({ done: false, value: text })
    return false
  }
}
