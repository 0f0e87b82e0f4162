/** Who asks for a body's text. One of these is called, once, for each asking; perhaps before the asking returns. */
export interface TextReader {
  /** The next piece: never empty, characters whole, no byte-order mark. */
  piece(text: string): void
  /** There is no more. */
  over(): void
  broken(reason: unknown): void
}

/**
 * A body on its way in, given to one reader, piece by piece as it asks. There are no promises in it: thousands wait at a
 * time, and each would be waited for by another, all the way to the caller.
 */
export interface TextSource {
  ask(reader: TextReader): void
  /** Nothing more will be asked for: ends the exchange. */
  leave(): void
}

/** Pieces that come by promises, as whatever is not our own gives them. */
export function sourceOf(pieces: AsyncIterable<string>): TextSource {
  const iterator = pieces[Symbol.asyncIterator]()
  return {
    ask(reader) {
      iterator.next().then(
        (step) => (step.done === true ? reader.over() : reader.piece(step.value)),
        (reason: unknown) => reader.broken(reason),
      )
    },
    leave() {
      void iterator.return?.().catch(() => undefined)
    },
  }
}

/** All the text there is, or undefined when it is longer than `limit` characters. Rejects when the source breaks. */
export function readSource(source: TextSource, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let all = ''
    const reader: TextReader = {
      piece(text) {
        all += text
        if (all.length <= limit) return source.ask(reader)
        resolve(undefined)
        source.leave()
      },
      over: () => resolve(all),
      broken: reject,
    }
    source.ask(reader)
  })
}
