import { hasContent, type Message } from '#app/data/message.ts'
import type { RequestMessage } from '#app/data/chat-stream.ts'

/** What stands where the next message belongs, while nobody has written it; it says so itself wherever it is pasted. */
export const placeholder = 'Write your next message here'

/**
 * The messages of the request that the page would send next. `asked` are those of the request for what is shown, `path`
 * is what is shown, and `draft` what stands unsent. Where the page would send nothing, because a reply stands last or
 * nothing was said, a placeholder takes the place of the message that is missing.
 */
export function codeMessages(
  asked: readonly RequestMessage[],
  path: readonly Message[],
  draft: string,
): { messages: RequestMessage[]; hasPlaceholder: boolean } {
  if (draft.trim() !== '') return { messages: [...asked, { role: 'user', content: draft }], hasPlaceholder: false }
  const last = path.findLast(hasContent)
  if (last?.kind === 'written') return { messages: [...asked], hasPlaceholder: false }
  return { messages: [...asked, { role: 'user', content: placeholder }], hasPlaceholder: true }
}
