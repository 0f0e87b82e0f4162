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
  /** The pieces: none is empty, characters are whole, a byte-order mark is left out. `onLeft`: the reader ended early. */
  pieces(onLeft: () => void): AsyncIterable<string>
}

type Step = IteratorResult<string, undefined>
const over: Step = { done: true, value: undefined }

/** Joins a sender's callbacks to a reader's loop without a web stream between; a reader who is slow pauses the sender. */
export function createIncomingText(): IncomingText {
  const decoder = new StringDecoder('utf8')
  let atStart = true
  let waiting = ''
  let held: Valve | undefined
  let isOver = false
  let failure: Error | undefined
  let reader: { resolve: (step: Step) => void; reject: (reason: Error) => void } | undefined

  /** Hands the text to a reader who waits; true when there is none. */
  function mustWait(text: string): boolean {
    if (!reader) {
      waiting += text
      return true
    }
    const { resolve } = reader
    reader = undefined
    resolve({ done: false, value: text })
    return false
  }

  return {
    push(chunk, sender) {
      let text = decoder.write(chunk)
      if (text === '' || isOver) return
      if (atStart) {
        atStart = false
        text = text.replace(/^\uFEFF/, '')
        if (text === '') return
      }
      if (!mustWait(text) || waiting.length < mostWaiting || held) return
      held = sender
      sender.pause()
    },
    end() {
      isOver = true
      const rest = decoder.end()
      if (rest !== '') mustWait(rest)
      reader?.resolve(over)
      reader = undefined
    },
    fail(reason) {
      isOver = true
      failure = reason
      reader?.reject(reason)
      reader = undefined
    },
    pieces: (onLeft) => ({
      [Symbol.asyncIterator]: () => ({
        next() {
          if (waiting !== '') {
            const value = waiting
            waiting = ''
            const sender = held
            held = undefined
            sender?.resume()
            return Promise.resolve({ done: false, value })
          }
          if (failure) return Promise.reject(failure)
          if (isOver) return Promise.resolve(over)
          return new Promise((resolve, reject) => {
            reader = { resolve, reject }
          })
        },
        return() {
          isOver = true
          waiting = ''
          onLeft()
          return Promise.resolve(over)
        },
      }),
    }),
  }
}
