import type { RequestPart } from '#app/data/calls/chat-stream.ts'
import { type Attachment, type AttachmentKind, referenceTo } from './attachment.ts'

/** How each kind of file is sent. The reference stands where its bytes will be; see `request-bytes.ts`. */
const partOfKind = {
  image: (reference) => ({ type: 'image_url', image_url: { url: reference } }),
  text: (reference) => ({ type: 'text', text: reference }),
  pdf: (reference, { name }) => ({ type: 'file', file: { filename: name, file_data: reference } }),
  audio: (reference, { type }) => ({
    type: 'input_audio',
    input_audio: { data: reference, format: type === 'audio/wav' ? 'wav' : 'mp3' },
  }),
} satisfies Record<AttachmentKind, (reference: string, attachment: Attachment) => RequestPart>

/** The content of a message: its text alone, or parts if there are attachments. Their bytes are left to `withBytes`. */
export function contentOf(text: string, attachments: readonly Attachment[] = []): string | RequestPart[] {
  if (attachments.length === 0) return text
  const said: RequestPart[] = text === '' ? [] : [{ type: 'text', text }]
  return [...said, ...attachments.map((each) => partOfKind[each.kind](referenceTo(each), each))]
}
