import { isRecord } from '#contract/json.ts'

export const attachmentKinds = ['image', 'text', 'pdf', 'audio'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** A file that was attached to a message. Its bytes are stored apart, under the hash. */
export interface Attachment {
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string
  kind: AttachmentKind
  name: string
  /** The media type that the bytes have, such as `image/png`. */
  type: string
  /** In bytes. */
  size: number
  /** In pixels, as it is seen: a photo that is stored turned counts upright. Absent unless it is an image. */
  width?: number
  height?: number
}

/** The greatest size of one file, and of all files of a request, in bytes; request.md, "Message parts". */
export const sizeLimits = { file: 20 * 1024 * 1024, request: 40 * 1024 * 1024 }

/** The sum of the sizes, in bytes. */
export function totalSize(attachments: readonly Attachment[]): number {
  return attachments.reduce((sum, { size }) => sum + size, 0)
}

/** A size in words, such as `3.4 MB`; 1 MB is 1024 × 1024 bytes, as in the limits. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${value < 9.95 ? value.toFixed(1).replace('.0', '') : Math.round(value)} ${unit}`
}

/** The hash of a file without its bytes, such as one of an incomplete export. */
export const missingHash = '0'.repeat(64)

const longestName = 200
const hexHash = /^[\da-f]{64}$/u
const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/u

/** The attachments in storage, a link or a file; what is invalid is left out. */
export function readAttachments(stored: unknown): Attachment[] {
  return Array.isArray(stored) ? stored.flatMap(readAttachment) : []
}

function readAttachment(stored: unknown): Attachment[] {
  if (!isRecord(stored)) return []
  const { hash, name, type, size, width, height } = stored
  const kind = attachmentKinds.find((each) => each === stored['kind'])
  if (!kind || typeof hash !== 'string' || !hexHash.test(hash)) return []
  if (typeof type !== 'string' || !mediaType.test(type) || !isCount(size)) return []
  return [
    {
      hash,
      kind,
      name: plainName(name),
      type,
      size,
      ...(isCount(width) && isCount(height) && { width, height }),
    },
  ]
}

/** A file name on one line, without characters that hide or reverse the text around it. */
export function plainName(name: unknown): string {
  const text = typeof name === 'string' ? name : ''
  const plain = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu, '').trim()
  return plain.slice(0, longestName) || 'Untitled'
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

// A request that is inspected, replayed or written as code names its files instead of containing them: in the place of
// their bytes it has a reference, which is replaced just before sending.

export const scheme = 'attachment:'

/** The placeholder for the bytes of a file in a request: `attachment:HASH?name=…&type=…&size=…`. */
export function referenceTo({ hash, name, type, size }: Attachment): string {
  return `${scheme}${hash}?${new URLSearchParams({ name, type, size: String(size) }).toString()}`
}

/** The file that a reference stands for, without the pixels of an image; undefined for any other text. */
export function readReference(text: string): Attachment | undefined {
  if (!text.startsWith(scheme) || text.length > 4_000) return undefined
  const [hash = '', query = ''] = text.slice(scheme.length).split('?', 2)
  const fields = new URLSearchParams(query)
  const type = fields.get('type') ?? ''
  const size = Number(fields.get('size') ?? 'none')
  if (!hexHash.test(hash) || !mediaType.test(type) || !isCount(size)) return undefined
  const [family = ''] = type.split('/')
  const kind = type === 'application/pdf' ? 'pdf' : (attachmentKinds.find((each) => each === family) ?? 'text')
  return { hash, kind, name: plainName(fields.get('name')), type, size }
}
