import type { TextSource } from './transport.ts'

/** The chunks of a source. Ending the iteration early cancels it. */
export async function* piecesOf(source: TextSource): AsyncGenerator<string, undefined> {
  let isOver = false
  try {
    for (;;) {
      const piece = await new Promise<string | undefined>((resolve, reject) => {
        source.pull({ onChunk: resolve, onEnd: () => resolve(undefined), onError: reject })
      })
      if (piece === undefined) {
        isOver = true
        return undefined
      }
      yield piece
    }
  } finally {
    if (!isOver) source.cancel()
  }
}
