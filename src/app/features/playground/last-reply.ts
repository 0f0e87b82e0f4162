import type { Conversation } from '#app/chat/conversation.ts'
import { pathOf, type MessageTree } from '#app/chat/message-tree.ts'
import type { Reply } from '#app/data/message.ts'
import { messageById } from '#app/data/message-path.ts'

/** The last message of what is shown, where it is a reply. */
export function lastReply({ messages, tip }: MessageTree): Reply | null {
  const last = tip === null ? undefined : messageById(messages, tip)
  return last?.kind === 'reply' ? last : null
}

/** What the last reply answers; null where nothing was asked, or more was asked since that is not sent yet. */
export function lastQuestion(conversation: Conversation): string | null {
  if (conversation.queued.length > 0) return null
  return pathOf(conversation).findLast((each) => each.kind === 'written' && each.role === 'user')?.text ?? null
}
