import { toBase64 } from '#app/data/base64.ts'
import type { ChatRequestBody, RequestMessage, RequestPart } from '#app/data/calls/chat-stream.ts'
import { fenced } from '#app/data/fenced.ts'
import { type Attachment, readReference, scheme, sizeWords } from './attachment.ts'

// Loaded when a request with files is sent, inspected or written as code.

/** The text of a part in which a reference may stand. */
export function payloadOf(part: RequestPart): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'image_url':
      return part.image_url.url
    case 'file':
      return part.file.file_data
    case 'input_audio':
      return part.input_audio.data
  }
}

function withPayload(part: RequestPart, payload: string): RequestPart {
  switch (part.type) {
    case 'text':
      return { ...part, text: payload }
    case 'image_url':
      return { ...part, image_url: { ...part.image_url, url: payload } }
    case 'file':
      return { ...part, file: { ...part.file, file_data: payload } }
    case 'input_audio':
      return { ...part, input_audio: { ...part.input_audio, data: payload } }
  }
}

/** The files that a request refers to, each once. */
export function referencesIn({ messages }: Pick<ChatRequestBody, 'messages'>) {
  const found = new Map(
    messages.flatMap(partsOf).flatMap((part) => {
      const reference = readReference(payloadOf(part))
      return reference ? [[reference.hash, reference] as const] : []
    }),
  )
  return [...found.values()]
}

/** The request with every reference replaced by what `valueOf` returns for it. */
export function replaceReferences<Body extends Pick<ChatRequestBody, 'messages'>>(
  body: Body,
  valueOf: (part: RequestPart, file: Attachment) => string,
): Body {
  const replaced = (part: RequestPart) => {
    const reference = readReference(payloadOf(part))
    return reference ? withPayload(part, valueOf(part, reference)) : part
  }
  return {
    ...body,
    messages: body.messages.map((message) =>
      Array.isArray(message.content) ? { ...message, content: message.content.map(replaced) } : message,
    ),
  }
}

/**
 * The request as it is sent, with the bytes of its files: data URLs, bare base64 for audio, and text files as a code block
 * with their name. A reference to bytes that aren't in `blobs` stays. Runs in a worker or in the page.
 */
export async function withBytes<Body extends Pick<ChatRequestBody, 'messages'>>(
  body: Body,
  blobs: ReadonlyMap<string, Blob>,
): Promise<Body> {
  const files = new Map(
    await Promise.all(
      [...blobs].map(async ([hash, blob]) => [hash, new Uint8Array(await blob.arrayBuffer())] as const),
    ),
  )
  const encoded = new Map<string, string>()
  const base64Of = (hash: string, bytes: Uint8Array) => {
    const text = encoded.get(hash) ?? toBase64(bytes)
    encoded.set(hash, text)
    return text
  }
  return replaceReferences(body, (part, { hash, name, type }) => {
    const bytes = files.get(hash)
    if (!bytes) return payloadOf(part)
    if (part.type === 'text') return textPart(name, new TextDecoder().decode(bytes))
    const base64 = base64Of(hash, bytes)
    return part.type === 'input_audio' ? base64 : `data:${type};base64,${base64}`
  })
}

/** A text file as a part of a message. */
export function textPart(name: string, text: string): string {
  const [, ending = ''] = /\.(\w{1,10})$/u.exec(name) ?? []
  return `${name}\n\n${fenced(text, ending)}`
}

function partsOf({ content }: RequestMessage): RequestPart[] {
  return Array.isArray(content) ? content : []
}

const quotedReference = new RegExp(String.raw`"(${scheme}[\da-f]{64}\?[^"\\]*)"`, 'gu')

/** The JSON text of a request with each reference replaced by words that say what is sent there, and the files in it. */
export function describeReferences(json: string): { text: string; attachments: Attachment[] } {
  const found = new Map<string, Attachment>()
  const text = json.replaceAll(quotedReference, (quoted, reference: string) => {
    const file = readReference(reference)
    if (!file) return quoted
    found.set(file.hash, file)
    const { kind, name, type, size } = file
    const head = kind === 'text' ? '' : kind === 'audio' ? 'base64 of ' : `data:${type};base64,`
    return JSON.stringify(`${head}[${name}, ${sizeWords(size)}]`)
  })
  return { text, attachments: [...found.values()] }
}
