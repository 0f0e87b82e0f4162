import { parseJson } from '#contract/json.ts'
import { fromBase64, toBase64 } from '#app/data/base64.ts'
import { type PayloadFault, type ShareFault, type SharedSetup, limits, readSetup, writeSetup } from './shared-setup.ts'

/** Bytes as base64url without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '')
}

/** The bytes of a base64url text; undefined if it is invalid. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/u.test(text) || text.length % 4 === 1) return undefined
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
}

/** Compresses bytes to raw deflate (RFC 1951). */
async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Browsers inflate a whole chunk before it can be cancelled, to at most 1,032 times its size: so, about 1 MiB. */
const pieceSize = 1024

/**
 * Inflates raw deflate, up to `most` bytes: a small text can hold a thousand times its size. Returns `damaged` if it
 * is invalid, cut short or followed by other bytes.
 */
async function inflate(
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

/** The version in which links are written. All earlier versions can be read. */
const version = '1'

/** Longer fragments are not read; links that the page offers are far shorter. */
const longestPayload = 2 * limits.inflatedBytes

/** Whether JSON is small enough for a link. */
export function fitsPayload(json: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(json)).length <= limits.inflatedBytes
}

/** JSON as `VERSION.PAYLOAD`, where PAYLOAD is base64url of raw deflate of its text. */
export async function packJson(json: unknown): Promise<string> {
  return `${version}.${toBase64Url(await deflate(new TextEncoder().encode(JSON.stringify(json))))}`
}

/** Reads what `packJson` wrote, or anyone else. Never rejects. */
export async function unpackJson(text: string): Promise<{ json: unknown } | PayloadFault> {
  const dot = text.indexOf('.')
  const writtenIn = text.slice(0, Math.max(0, dot))
  if (!/^\d{1,6}$/u.test(writtenIn)) return 'damaged'
  if (writtenIn !== version) return Number(writtenIn) > Number(version) ? 'newer-version' : 'damaged'
  if (text.length > longestPayload) return 'too-large'
  const packed = fromBase64Url(text.slice(dot + 1))
  if (!packed) return 'damaged'
  const bytes = await inflate(packed, limits.inflatedBytes)
  if (typeof bytes === 'string') return bytes
  const json = parseJson(textOf(bytes) ?? '')
  return json === undefined ? 'damaged' : { json }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether a link with this setup can be opened again; if not, a file is needed. */
export function fitsLink(setup: SharedSetup): boolean {
  return fitsPayload(writeSetup(setup)) && setup.panes.every(({ messages }) => messages.length <= limits.messages)
}

/** A setup as the fragment of a link: `s=VERSION.PAYLOAD`. */
export async function writeFragment(setup: SharedSetup): Promise<string> {
  return `s=${await packJson(writeSetup(setup))}`
}

/** Reads the part of a link after `s=`. Never rejects. */
export async function readPayload(text: string): Promise<SharedSetup | ShareFault> {
  const read = await unpackJson(text)
  return typeof read === 'string' ? read : (readSetup(read.json) ?? 'not-a-setup')
}
