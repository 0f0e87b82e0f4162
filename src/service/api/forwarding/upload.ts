import { resolveWithin } from '#service/resolve-within.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import { MultipartScanner } from './multipart-model.ts'

/** An upload whose model is known. The rest of it may still be arriving. */
export interface Upload {
  /** As the caller wrote it. */
  model: string
  /** The length of the body with another model id, in bytes. Undefined if the caller didn't state it. */
  lengthWith(model: string): number | undefined
  /** The body with another model id, as it arrives. Can be read once. */
  bodyWith(model: string): AsyncIterable<Uint8Array>
  /** Call when the body isn't read. */
  discard(): Promise<void>
}

/**
 * Limits the memory of uploads whose model comes after the file. Until the model is known, no engine can be asked, so
 * everything before it is held.
 */
export class HeldBytes {
  #held = 0
  readonly #limit: number
  readonly #whole: HeldBytes | undefined

  /** `limit` is in bytes, for all uploads that share this. What they hold also counts for the `whole`, with its own limit. */
  constructor(limit: number, whole?: HeldBytes) {
    this.#limit = limit
    this.#whole = whole
  }

  /** Bytes now in memory. */
  get held(): number {
    return this.#held
  }

  /** Throws a 503 at the limit. */
  add(bytes: number): void {
    if (this.#held + bytes > this.#limit) throw overloaded()
    this.#whole?.add(bytes)
    this.#held += bytes
  }

  release(bytes: number): void {
    this.#held -= bytes
    this.#whole?.release(bytes)
  }
}

interface UploadOptions {
  boundary: string
  /** What the caller states, in bytes. */
  length: number | undefined
  memory: HeldBytes
  /** How long the caller may send nothing before the model, in milliseconds. */
  idleMs?: number
}

/**
 * Reads an upload up to its field `model`. Fails like the chunks, and with a `ServiceError` if there is no such field, the
 * body can't be read, it stalls, or too much of other uploads is held.
 */
export async function openUpload(
  chunks: AsyncIterable<Uint8Array>,
  { boundary, length, memory, idleMs = 30_000 }: UploadOptions,
): Promise<Upload> {
  const source = chunks[Symbol.asyncIterator]()
  const scanner = new MultipartScanner(boundary)
  const held: Uint8Array[] = []
  let heldBytes = 0
  const discard = async () => {
    memory.release(heldBytes)
    heldBytes = 0
    held.length = 0
    await source.return?.()
  }
  try {
    while (!scanner.model) {
      const step = await resolveWithin(source.next(), idleMs)
      if (!step) throw stalled()
      if (step.done === true || scanner.isComplete) throw modelMissing()
      memory.add(step.value.length)
      heldBytes += step.value.length
      held.push(step.value)
      scanner.feed(step.value)
    }
  } catch (reason) {
    void discard()
    throw reason
  }
  const { id, start, end } = scanner.model

  async function* bodyWith(model: string) {
    try {
      const before = held.splice(0)
      yield* withoutRange(before, start, end, new TextEncoder().encode(model), (bytes) => {
        const freed = Math.min(bytes, heldBytes)
        memory.release(freed)
        heldBytes -= freed
      })
      for (;;) {
        const step = await source.next()
        if (step.done === true) return
        scanner.feed(step.value)
        yield step.value
      }
    } finally {
      await discard()
    }
  }

  return {
    model: id,
    lengthWith: (model) =>
      length === undefined ? undefined : length - (end - start) + new TextEncoder().encode(model).length,
    bodyWith,
    discard,
  }
}

/** The chunks with the bytes from `start` to `end` replaced. Each chunk is let go when it has been taken. */
function* withoutRange(
  chunks: Uint8Array[],
  start: number,
  end: number,
  replacement: Uint8Array,
  onTaken: (bytes: number) => void,
): Generator<Uint8Array> {
  let offset = 0
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
    const from = start - offset
    const to = end - offset
    const before = chunk.subarray(0, Math.max(0, from))
    const after = chunk.subarray(Math.max(0, to))
    if (before.length > 0) yield before
    if (from >= 0 && from < chunk.length) yield replacement
    if (after.length > 0) yield after
    offset += chunk.length
    onTaken(chunk.length)
  }
}

function modelMissing(): ServiceError {
  return refuse(
    'invalid_value',
    'The form has no text field “model”, or the body ended before it. Add the model’s id.',
    {
      param: 'model',
    },
  )
}

function stalled(): ServiceError {
  // Nothing else ends the request: its next chunk is still awaited.
  return refuse(
    'request_timeout',
    'The upload stopped before its field model. Send it again, with model before the file.',
    {
      headers: { connection: 'close' },
    },
  )
}

function overloaded(): ServiceError {
  return refuse(
    'overloaded',
    'Too many uploads are waiting for their model. Send the field “model” before the file, or try again in a moment.',
    { headers: { 'retry-after': '1' } },
  )
}
