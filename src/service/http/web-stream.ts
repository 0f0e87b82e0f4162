import type { FrameSink } from './exchange.ts'

/** Bytes that may wait for a slow reader before the engine is held back. */
const bufferedBytes = 16 * 1024

/** A body made of frames. `onGone` is called when its reader stops before the end. */
export function openWebStream(onGone: () => void): { body: ReadableStream<Uint8Array>; sink: FrameSink } {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let wanted: { promise: Promise<void>; resolve: () => void } | undefined

  const release = () => {
    wanted?.resolve()
    wanted = undefined
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
      },
      pull: release,
      cancel() {
        controller = undefined
        release()
        onGone()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes }),
  )

  return {
    body,
    sink: {
      write(frames) {
        if (!controller) return undefined
        controller.enqueue(encoder.encode(frames))
        if ((controller.desiredSize ?? 0) > 0) return undefined
        wanted ??= deferred()
        return wanted.promise
      },
      end() {
        controller?.close()
        controller = undefined
      },
    },
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
