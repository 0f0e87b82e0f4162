import { fromBase64 } from '#app/data/base64.ts'
import { holdAttachment } from './attachment-store.ts'
import { type Attachment, plainName, sizeLimits, sizeWords } from './attachment.ts'
import { fileTypeOf } from './file-type.ts'

/** A file that can be attached, or why it can't and what to do. */
export type ReadFile = { attachment: Attachment; blob: Blob } | { problem: string }

const accepted = 'PNG, JPEG, WebP and GIF images, PDF, WAV and MP3 audio, and UTF-8 text can be attached.'

/**
 * Reads a file to attach. Its type is decided by its content. The hash and the image are computed by the browser outside of
 * the main thread. Never rejects.
 */
export async function readAttachment(file: Blob, fileName: string): Promise<ReadFile> {
  const name = plainName(fileName)
  const { file: limit } = sizeLimits
  if (file.size > limit)
    return { problem: `${name} is ${sizeWords(file.size)}. Attach files of at most ${sizeWords(limit)} each.` }
  if (file.size === 0) return { problem: `${name} is empty.` }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return { problem: `The browser couldn’t read ${name}. Check that it still exists, then attach it again.` }
  const found = fileTypeOf(new Uint8Array(bytes))
  if (!found) return { problem: `${name} can’t be attached. ${accepted}` }
  if (found === 'too-many-pixels')
    return { problem: `${name} has more than 100 million pixels. Attach a smaller image.` }
  if (found === 'damaged') return { problem: damaged(name) }
  // A blob of its own: a file on disk can change or disappear before it is sent.
  const blob = new Blob([bytes], { type: found.type })
  if (found.kind === 'image' && !(await isDrawable(blob))) return { problem: damaged(name) }
  return { attachment: { hash: await hashOf(bytes), name, size: blob.size, ...found }, blob }
}

/**
 * Keeps a file of a link or an export in this tab, after the same checks as for any other file. Undefined if it is invalid.
 * `data` is base64.
 */
export async function receiveFile(data: string, name: string): Promise<Attachment | undefined> {
  const bytes = data.length > sizeLimits.file * 1.4 ? undefined : fromBase64(data)
  const read = bytes && (await readAttachment(new Blob([bytes]), name))
  if (!read || 'problem' in read) return undefined
  holdAttachment(read.attachment.hash, read.blob)
  return read.attachment
}

function damaged(name: string): string {
  return `${name} is damaged: the browser can’t show it. Save it again as PNG or JPEG, then attach that.`
}

/** Whether the browser can decode an image. */
async function isDrawable(blob: Blob): Promise<boolean> {
  try {
    const image = await createImageBitmap(blob)
    image.close()
    return true
  } catch {
    return false
  }
}

/**
 * SHA-256 in hexadecimal. Browsers offer it on secure origins only; elsewhere a random value serves, so that two copies of a
 * file are merely stored twice.
 */
async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  const hash = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', bytes))
    : crypto.getRandomValues(new Uint8Array(32))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
