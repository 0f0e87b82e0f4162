import { StringDecoder } from 'node:string_decoder'
import type { TextReader, TextSource } from '#service/engines/openai/transport.ts'

/** Characters that may wait for the reader before the sender is held back. */
const mostWaiting = 64 * 1024

/** What holds the sender back. */
interface Valve {
  pause(): void
  resume(): void
}

/** A body on its way in: bytes are pushed as they come, text is given to one reader. */
export interface IncomingText extends TextSource {
  push(chunk: Buffer, sender: Valve): void
  end(): void
  fail(reason: Error): void
  /** All of it, where it is over and none of it was asked for; undefined otherwise. */
  takeWhole(): string | undefined
}

const byteOrderMark = 0xfeff

/** Joins a sender's callbacks to a reader without a web stream between; a reader who is slow pauses the sender. */
export function createIncomingText(): IncomingText {
  return new WaitingText()
}

class WaitingText implements IncomingText {
  /** Made when a piece ends within a character; till then each is a text of its own. */
  #decoder: StringDecoder | undefined
  #atStart = true
  #waiting = ''
  #held: Valve | undefined
  #isAsked = false
  #isOver = false
  #failure: Error | undefined
  /** Who has asked, and waits. */
  #reader: TextReader | undefined

  push(chunk: Buffer, sender: Valve): void {
    let text = this.#decode(chunk)
    if (text === '' || this.#isOver) return
    if (this.#atStart) {
      this.#atStart = false
      if (text.charCodeAt(0) === byteOrderMark) text = text.slice(1)
      if (text === '') return
    }
    if (this.#hand(text) || this.#waiting.length < mostWaiting || this.#held) return
    this.#held = sender
    sender.pause()
  }

  end(): void {
    this.#isOver = true
    const rest = this.#decoder?.end() ?? ''
    if (rest !== '') this.#hand(rest)
    this.#taken()?.onEnd()
  }

  fail(reason: Error): void {
    this.#isOver = true
    this.#failure = reason
    this.#taken()?.onError(reason)
  }

  takeWhole(): string | undefined {
    if (!this.#isOver || this.#failure || this.#isAsked) return undefined
    const whole = this.#waiting
    this.#waiting = ''
    return whole
  }

  pull(reader: TextReader): void {
    this.#isAsked = true
    if (this.#waiting !== '') {
      const text = this.#waiting
      this.#waiting = ''
      const sender = this.#held
      this.#held = undefined
      sender?.resume()
      reader.onChunk(text)
    } else if (this.#failure) reader.onError(this.#failure)
    else if (this.#isOver) reader.onEnd()
    else this.#reader = reader
  }

  cancel(): void {
    this.#isOver = true
    this.#waiting = ''
  }

  #decode(chunk: Buffer): string {
    if (!this.#decoder) {
      const last = chunk[chunk.length - 1] ?? 0
      if (last < 0x80) return chunk.toString()
      this.#decoder = new StringDecoder('utf8')
    }
    return this.#decoder.write(chunk)
  }

  /** Hands the text to whoever waits for it; false when nobody does, and it waits. */
  #hand(text: string): boolean {
    const reader = this.#taken()
    if (reader) reader.onChunk(text)
    else this.#waiting += text
    return reader !== undefined
  }

  #taken(): TextReader | undefined {
    const reader = this.#reader
    this.#reader = undefined
    return reader
  }
}
