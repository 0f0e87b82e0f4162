import { StringDecoder } from 'node:string_decoder'
import type { TextReader, TextSource } from '#service/engines/openai/transport.ts'

/** The sender is paused while more characters than this are unread. */
const maxUnread = 64 * 1024

interface Sender {
  pause(): void
  resume(): void
}

/** A response body: bytes are pushed in, one reader pulls text out. */
export interface IncomingText extends TextSource {
  push(chunk: Buffer, sender: Sender): void
  end(): void
  fail(reason: Error): void
  /** The whole text if the body is complete and nothing was read yet; undefined otherwise. */
  takeWhole(): string | undefined
}

const byteOrderMark = 0xfeff

/** Buffers between a sender's callbacks and a reader; a slow reader pauses the sender. */
export function createIncomingText(): IncomingText {
  return new BufferedText()
}

class BufferedText implements IncomingText {
  /** Created when a chunk may end within a character; until then, chunks are decoded separately. */
  #decoder: StringDecoder | undefined
  #atStart = true
  #unread = ''
  #pausedSender: Sender | undefined
  #hasPulled = false
  #isOver = false
  #failure: Error | undefined
  /** Has pulled and waits for text. */
  #reader: TextReader | undefined

  push(chunk: Buffer, sender: Sender): void {
    let text = this.#decode(chunk)
    if (text === '' || this.#isOver) return
    if (this.#atStart) {
      this.#atStart = false
      if (text.charCodeAt(0) === byteOrderMark) text = text.slice(1)
      if (text === '') return
    }
    if (this.#deliver(text) || this.#unread.length < maxUnread || this.#pausedSender) return
    this.#pausedSender = sender
    sender.pause()
  }

  end(): void {
    this.#isOver = true
    const rest = this.#decoder?.end() ?? ''
    if (rest !== '') this.#deliver(rest)
    this.#takeReader()?.onEnd()
  }

  fail(reason: Error): void {
    this.#isOver = true
    this.#failure = reason
    this.#takeReader()?.onError(reason)
  }

  takeWhole(): string | undefined {
    if (!this.#isOver || this.#failure || this.#hasPulled) return undefined
    const whole = this.#unread
    this.#unread = ''
    return whole
  }

  pull(reader: TextReader): void {
    this.#hasPulled = true
    if (this.#unread !== '') {
      const text = this.#unread
      this.#unread = ''
      const sender = this.#pausedSender
      this.#pausedSender = undefined
      sender?.resume()
      reader.onChunk(text)
    } else if (this.#failure) reader.onError(this.#failure)
    else if (this.#isOver) reader.onEnd()
    else this.#reader = reader
  }

  cancel(): void {
    this.#isOver = true
    this.#unread = ''
  }

  #decode(chunk: Buffer): string {
    if (!this.#decoder) {
      const last = chunk[chunk.length - 1] ?? 0
      if (last < 0x80) return chunk.toString()
      this.#decoder = new StringDecoder('utf8')
    }
    return this.#decoder.write(chunk)
  }

  /** Passes the text to a waiting reader, or buffers it and returns false. */
  #deliver(text: string): boolean {
    const reader = this.#takeReader()
    if (reader) reader.onChunk(text)
    else this.#unread += text
    return reader !== undefined
  }

  #takeReader(): TextReader | undefined {
    const reader = this.#reader
    this.#reader = undefined
    return reader
  }
}
