import type { Attachment, AttachmentKind } from './attachment.ts'

/** What the bytes of a file are. */
export interface FileType extends Pick<Attachment, 'width' | 'height'> {
  kind: AttachmentKind
  type: string
}

interface Signature {
  kind: AttachmentKind
  type: string
  matches: (bytes: Uint8Array) => boolean
  /** The width and height of an image in pixels, as stored; undefined if the file is damaged. */
  size?: (view: DataView) => [width: number, height: number] | undefined
}

/** The files that are recognised by their first bytes. Names and claimed types may lie. */
const signatures: readonly Signature[] = [
  {
    kind: 'image',
    type: 'image/png',
    matches: (bytes) => startsWith(bytes, '\u0089PNG\r\n\u001A\n'),
    size: (view) => [view.getUint32(16), view.getUint32(20)],
  },
  {
    kind: 'image',
    type: 'image/jpeg',
    matches: (bytes) => startsWith(bytes, '\u00FF\u00D8\u00FF'),
    size: jpegSize,
  },
  {
    kind: 'image',
    type: 'image/gif',
    matches: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
    size: (view) => [view.getUint16(6, true), view.getUint16(8, true)],
  },
  {
    kind: 'image',
    type: 'image/webp',
    matches: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
    size: webpSize,
  },
  { kind: 'pdf', type: 'application/pdf', matches: (bytes) => startsWith(bytes, '%PDF-') },
  {
    kind: 'audio',
    type: 'audio/wav',
    matches: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8),
  },
  { kind: 'audio', type: 'audio/mpeg', matches: (bytes) => startsWith(bytes, 'ID3') || isMpegFrame(bytes) },
]

/** More pixels than any photo has; a small file can claim billions, which would take gigabytes to show. */
const mostPixels = 100_000_000

/**
 * The type of a file by its content. `undefined` for what is neither one of the known types nor UTF-8 text; `damaged` for an
 * image whose size can't be read; `too-many-pixels` for one too large to show.
 */
export function fileTypeOf(bytes: Uint8Array): FileType | 'damaged' | 'too-many-pixels' | undefined {
  const found = signatures.find(({ matches }) => matches(bytes))
  if (!found) return isText(bytes) ? { kind: 'text', type: 'text/plain' } : undefined
  const { kind, type, size } = found
  if (!size) return { kind, type }
  const pixels = attempt(() => size(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
  if (!pixels || pixels[0] === 0 || pixels[1] === 0) return 'damaged'
  const [width, height] = pixels
  return width * height > mostPixels ? 'too-many-pixels' : { kind, type, width, height }
}

function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  if (bytes.length < at + text.length) return false
  for (let place = 0; place < text.length; place++) {
    if (bytes[at + place] !== text.codePointAt(place)) return false
  }
  return true
}

/** An MPEG audio frame of layer III: ISO/IEC 11172-3, 2.4.1.3. */
function isMpegFrame(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes
  return first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08 && third >> 4 !== 0x0f
}

function isText(bytes: Uint8Array): boolean {
  return !bytes.includes(0) && attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)) !== undefined
}

/** Reading past the end of a damaged file throws. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** From the frame header of a JPEG (ITU T.81, B.2.2), turned as its Exif orientation says. */
function jpegSize(view: DataView): [number, number] | undefined {
  let isTurned = false
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return isTurned ? [height, width] : [width, height]
    }
    if (marker === 0xe1) isTurned ||= isTurnedByExif(view, at + 4)
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Whether the orientation (tag 0x0112 of the first directory) swaps width and height: values 5 to 8. */
function isTurnedByExif(view: DataView, at: number): boolean {
  if (view.getUint32(at) !== 0x45786966) return false
  const start = at + 6
  const little = view.getUint16(start) === 0x4949
  const directory = start + view.getUint32(start + 4, little)
  const entries = Math.min(view.getUint16(directory, little), 200)
  for (let entry = 0; entry < entries; entry++) {
    const place = directory + 2 + entry * 12
    if (view.getUint16(place, little) === 0x0112) return view.getUint16(place + 8, little) >= 5
  }
  return false
}

/** From the first chunk of a WebP file: lossy, lossless or extended. */
function webpSize(view: DataView): [number, number] | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 "
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
    case 0x5650384c: {
      // "VP8L"
      const bits = view.getUint32(21, true)
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
    }
    case 0x56503858: // "VP8X"
      return [1 + uint24(view, 24), 1 + uint24(view, 27)]
    default:
      return undefined
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
}
