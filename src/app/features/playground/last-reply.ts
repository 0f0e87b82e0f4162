import type { MessageTree } from '#app/chat/message-tree.ts'
import type { Reply } from '#app/data/message.ts'
import { messageById } from '#app/data/message-path.ts'

/** The last message of what is shown, where it is a reply. */
export function lastReply({ messages, tip }: MessageTree): Reply | null {
  const last = tip === null ? undefined : messageById(messages, tip)
  return last?.kind === 'reply' ? last : null
}
