/** Bytes as raw deflate (RFC 1951), by the browser's own means. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Browsers inflate all of a piece before anybody can stop them, and it can hold 1,032 times its size: so, 1 MiB. */
const pieceSize = 1024

/**
 * The bytes within raw deflate, read no further than `most` of them: a small text can hold a thousand times its size.
 * Gives back what is wrong instead when it is none, is cut short, has something behind it, or holds more.
 */
export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | 'damaged' | 'too-large'> {
  const reader = inPieces(packed).pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > most) return 'too-large'
      pieces.push(value)
    }
  } catch {
    return 'damaged'
  } finally {
    void reader.cancel().catch(() => undefined)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + pieceSize))
        at += pieceSize
      },
    },
    { highWaterMark: 0 },
  )
}
