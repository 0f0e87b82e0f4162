import { type ServiceError, refuse } from '#service/service-error.ts'

/** In bytes. Longer headers of a part, or a longer model id, are refused. */
const maxHeaderLength = 16 * 1024
const maxModelLength = 1024

/** Where the value of the field `model` is, in bytes from the start of the body. */
export interface ModelField {
  id: string
  start: number
  end: number
}

/**
 * Looks for the field `model` in a `multipart/form-data` body that arrives in chunks (RFC 7578). Keeps only what may be cut
 * by the end of a chunk. Throws a 400 for a second `model`, which an engine might read instead of the first, and for a
 * body that can't be read.
 */
export class MultipartScanner {
  /** Set when the whole field has arrived. */
  model: ModelField | undefined
  /** Whether the last boundary has been passed. */
  isComplete = false
  readonly #delimiter: Uint8Array
  /** Not yet scanned, from the byte `#offset` of the body. */
  #rest: Uint8Array
  #offset: number
  #state: 'body' | 'model' | 'headers' = 'body'
  #modelStart = 0

  constructor(boundary: string) {
    this.#delimiter = new TextEncoder().encode(`--${boundary}`)
    // The first boundary needs no line break before it, so one is put there.
    this.#rest = new Uint8Array([carriageReturn, lineFeed])
    this.#offset = -2
  }

  feed(chunk: Uint8Array): void {
    if (this.isComplete) return
    this.#rest = this.#rest.length === 0 ? chunk : concat(this.#rest, chunk)
    while (this.#step());
  }

  /** Scans one part's headers or content. Returns false if more bytes are needed. */
  #step(): boolean {
    return !this.isComplete && (this.#state === 'headers' ? this.#readHeaders() : this.#readContent())
  }

  #readContent(): boolean {
    const rest = this.#rest
    const at = indexOf(rest, this.#delimiter)
    const after = at + this.#delimiter.length
    if (at < 0 || after + 2 > rest.length) {
      // A part's content is skipped, except for what may be a line break and the beginning of a boundary.
      const end = Math.max(0, (at < 0 ? rest.length - this.#delimiter.length : at) - lineBreakLength)
      if (this.#state === 'body') this.#advance(end)
      else if (this.#offset + end - this.#modelStart > maxModelLength) throw modelTooLong()
      return false
    }
    const [before, next] = [rest[at - 1], rest[after]]
    const isLast = next === hyphen && rest[after + 1] === hyphen
    const startsLine = before === undefined || before === carriageReturn || before === lineFeed
    if (!startsLine || !(isLast || endsDelimiter(next))) {
      // Not a boundary but content that looks like one.
      if (this.#state === 'model') throw unreadable()
      this.#advance(after - lineBreakLength)
      return true
    }
    // Some engines take a bare CR or LF for a line break, and would find other parts than this.
    if (rest[at - 2] !== carriageReturn || before !== lineFeed || next === lineFeed) throw unreadable()
    if (this.#state === 'model') this.#takeModel(at - lineBreakLength)
    this.isComplete = isLast
    this.#state = 'headers'
    this.#advance(after)
    return true
  }

  #readHeaders(): boolean {
    const at = indexOf(this.#rest, headersEnd)
    if (at > maxHeaderLength || (at < 0 && this.#rest.length > maxHeaderLength)) throw unreadable()
    if (at < 0) return false
    const isModel = isModelPart(new TextDecoder().decode(this.#rest.subarray(0, at)))
    this.#advance(at + headersEnd.length)
    this.#state = isModel ? 'model' : 'body'
    if (isModel && this.model)
      throw refuse('invalid_value', 'The field “model” was sent twice. Send it once.', { param })
    this.#modelStart = this.#offset
    return true
  }

  #takeModel(end: number): void {
    if (end > maxModelLength) throw modelTooLong()
    const id = new TextDecoder().decode(this.#rest.subarray(0, end))
    this.model = { id, start: this.#modelStart, end: this.#modelStart + end }
  }

  #advance(bytes: number): void {
    this.#rest = this.#rest.subarray(bytes)
    this.#offset += bytes
  }
}

/** The boundary in a content type; undefined if it isn't multipart/form-data with one. */
export function boundaryOf(contentType: string | null | undefined): string | undefined {
  const parameters = /^\s*multipart\/form-data\s*;(.*)$/is.exec(contentType ?? '')?.[1]
  const [, quoted, plain] =
    /(?:^|;)\s*boundary=(?:"([^"\\]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i.exec(parameters ?? '') ?? []
  return quoted ?? plain
}

const param = 'model'
const carriageReturn = 13
const lineFeed = 10
const hyphen = 45
const space = 32
const tab = 9
const lineBreakLength = 2
const headersEnd = new Uint8Array([carriageReturn, lineFeed, carriageReturn, lineFeed])

/** Whether a part is the field `model`. Throws for names that engines read in different ways. */
function isModelPart(headers: string): boolean {
  const lines = headers.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  if (lines.some((line) => /[\r\n]/.test(line))) throw unreadable()
  const dispositions = lines.filter((line) => /^content-disposition\s*:/i.test(line))
  const [disposition = ''] = dispositions
  const parameters = [...disposition.matchAll(/;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g)].map(
    ([, name = '', quoted, plain]) => ({
      name: name.toLowerCase(),
      value: quoted?.replaceAll(/\\(.)/g, '$1') ?? plain,
    }),
  )
  const names = parameters.filter(({ name }) => name === 'name' || name === 'name*')
  if (dispositions.length > 1 || names.length > 1 || names[0]?.name === 'name*') throw unreadable()
  const isModel = names[0]?.value === param
  if (isModel && parameters.some(({ name }) => name.startsWith('filename'))) {
    throw refuse('invalid_value', 'model must be a text field, not a file.', { param })
  }
  return isModel
}

/** A boundary may be followed by padding. */
function endsDelimiter(byte: number | undefined): boolean {
  return byte === carriageReturn || byte === lineFeed || byte === space || byte === tab
}

function unreadable(): ServiceError {
  return refuse(
    'invalid_value',
    'The body is not valid multipart/form-data. Check its boundary and the parts’ headers.',
  )
}

function modelTooLong(): ServiceError {
  return refuse('invalid_value', `model must be at most ${maxModelLength} bytes long.`, { param })
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** The first place of `wanted`, or -1. The search for its first byte is native. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0] ?? 0
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1
    if (wanted.every((byte, place) => bytes[at + place] === byte)) return at
  }
  return -1
}
