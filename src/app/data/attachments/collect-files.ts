import type { ChatRequestBody } from '#app/data/calls/chat-stream.ts'
import { toBase64 } from '#app/data/base64.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { findAttachment } from './attachment-store.ts'
import { type Attachment, sizeLimits, sizeWords } from './attachment.ts'
import { referencesIn, textPart } from './request-bytes.ts'

/** The bytes of the files that a request refers to, by their hashes, or why it can't be sent. Never rejects. */
export async function collectFiles(
  body: Pick<ChatRequestBody, 'messages'>,
): Promise<{ files: Map<string, Blob> } | { error: ErrorDetail }> {
  const references = referencesIn(body)
  const size = references.reduce((sum, each) => sum + each.size, 0)
  if (size > sizeLimits.request) {
    return refuse(
      'attachments_too_large',
      `The files of this conversation are ${sizeWords(size)} together. Remove some, so that they are at most ${sizeWords(sizeLimits.request)}.`,
    )
  }
  const files = new Map<string, Blob>()
  for (const { hash, name } of references) {
    const blob = await findAttachment(hash)
    if (!blob) {
      return refuse(
        'attachment_missing',
        `“${name}” is no longer stored in this browser. Edit the message, and attach the file again or remove it.`,
      )
    }
    files.set(hash, blob)
  }
  return { files }
}

/** The bytes of files as base64, by their hashes, without those that are gone. */
export async function filesAsBase64(attachments: readonly Attachment[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { hash } of attachments) {
    // One at a time, as each may be many megabytes.
    const blob = await findAttachment(hash)
    if (blob) found.set(hash, toBase64(new Uint8Array(await blob.arrayBuffer())))
  }
  return found
}

/** Text files as parts of a message, by their hashes, without those that are gone. */
export async function textParts(attachments: readonly Attachment[]): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  for (const { hash, name } of attachments) {
    const text = await (await findAttachment(hash))?.text()
    if (text !== undefined) parts.set(hash, textPart(name, text))
  }
  return parts
}

function refuse(code: string, message: string): { error: ErrorDetail } {
  return { error: { message, type: 'invalid_request_error', param: 'messages', code } }
}
