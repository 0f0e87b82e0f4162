import type { Message } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'

/** One pane of a saved conversation, without what was said in it. */
export interface PaneRow {
  id: string
  setup: Setup
  /** The last message of what is shown; see `MessageTree`. */
  tip: string | null
  draft: string
  /** The texts of messages that wait for a reply to end. Absent in rows kept before there was a queue. */
  queued?: readonly string[]
}

/** A saved conversation, without its messages. Times are milliseconds since the epoch. */
export interface ConversationRow {
  id: string
  /** What the person called it; null while its first words stand for a title. */
  title: string | null
  /** How its first message begins. */
  opening: string
  pinned: boolean
  createdAt: number
  /** When something was last said or answered in it. */
  updatedAt: number
  /** When it was deleted, for as long as that can be taken back. */
  deletedAt: number | null
  detached: boolean
  draft: string
  panes: PaneRow[]
}

/**
 * One message is one row, so that a write touches only what changed, and two tabs on one conversation add to it
 * instead of overwriting each other.
 */
export interface MessageRow {
  conversationId: string
  paneId: string
  /** The message's id. */
  id: string
  /** Where it stood among the messages of its pane when written; orders what was said in the same millisecond. */
  place: number
  /** Names this very writing: another tab tells by it whether the row changed since it read it. */
  stamp: string
  message: Message
}

/** A conversation with all that was said, in the order of time. */
export interface SavedConversation {
  row: ConversationRow
  messages: MessageRow[]
}

/** What stands for a title: the first words on one line. */
export function openingOf(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').slice(0, 120)
}

/** The name under which a conversation is listed. */
export function titleOf({ title, opening }: Pick<ConversationRow, 'title' | 'opening'>): string {
  if (title !== null && title !== '') return title
  return opening === '' ? 'Untitled conversation' : opening
}
