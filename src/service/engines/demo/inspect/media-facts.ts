/** What a data URL holds. */
export interface DataUrl {
  /** The media type, as written. */
  type: string
  /** The number of bytes. */
  size: number
  /** The first bytes, enough to find the size of an image. */
  start: Uint8Array
}

/** In base64 characters. The dimensions of a photo come after its metadata, which rarely is larger. */
const startLength = 4 * 256 * 1024

/** Reads a base64 data URL; undefined for any other text. */
export function readDataUrl(url: string): DataUrl | undefined {
  const head = /^data:([^,;]{0,100})(?:;[^,;]{0,100}){0,5};base64,/.exec(url.slice(0, 700))
  return head ? { type: head[1] ?? '', ...readBase64(url.slice(head[0].length)) } : undefined
}

/** The size and the first bytes of base64 text. What isn't base64 has no bytes. */
export function readBase64(text: string): Omit<DataUrl, 'type'> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const size = Math.max(0, Math.floor(((text.length - padding) * 3) / 4))
  try {
    const binary = atob(text.slice(0, startLength))
    return { size, start: Uint8Array.from(binary, (character) => character.charCodeAt(0)) }
  } catch {
    return { size: 0, start: new Uint8Array() }
  }
}

/** What the first bytes of an image say. */
export interface ImageFacts {
  format: 'PNG' | 'JPEG' | 'WebP' | 'GIF'
  /** In pixels. */
  width: number
  height: number
}

/** The format and the dimensions of an image, from its first bytes; undefined if it is none of these. */
export function readImage(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (text: string, at: number) => textAt(bytes, at, text.length) === text
  try {
    if (has('\u0089PNG\r\n\u001A\n', 0)) return { format: 'PNG', width: view.getUint32(16), height: view.getUint32(20) }
    if (has('GIF8', 0)) return { format: 'GIF', width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (has('RIFF', 0) && has('WEBP', 8)) return readWebp(view, textAt(bytes, 12, 4))
    if (view.getUint16(0) === 0xffd8) return readJpeg(view)
  } catch {
    // The bytes end before the dimensions.
  }
  return undefined
}

function readWebp(view: DataView, chunk: string): ImageFacts | undefined {
  const at = (place: number, bits: number) => view.getUint32(place, true) & (2 ** bits - 1)
  switch (chunk) {
    case 'VP8 ':
      return { format: 'WebP', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L':
      return { format: 'WebP', width: at(21, 14) + 1, height: ((view.getUint32(21, true) >>> 14) & 0x3fff) + 1 }
    case 'VP8X':
      return { format: 'WebP', width: at(24, 24) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
    default:
      return undefined
  }
}

/** Segment types that hold the dimensions: all "start of frame" markers. */
const isFrameStart = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function readJpeg(view: DataView): ImageFacts | undefined {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (isFrameStart(marker)) return { format: 'JPEG', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

/** Bytes in words: `12,345 bytes (12 KB)`. */
export function sizeInWords(size: number): string {
  const bytes = `${size.toLocaleString('en-US')} byte${size === 1 ? '' : 's'}`
  if (size < 1000) return bytes
  const isLarge = size >= 999_500
  const rounded = size / (isLarge ? 1_000_000 : 1000)
  return `${bytes} (${rounded < 10 ? rounded.toFixed(1) : rounded.toFixed(0)} ${isLarge ? 'MB' : 'KB'})`
}
