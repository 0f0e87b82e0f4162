import type { Message } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'

/** One pane of a saved conversation, without what was said in it. */
export interface StoredPane {
  id: string
  setup: Setup
  /** The last message of what is shown; see `MessageTree`. */
  tip: string | null
  draft: string
  /** The texts of messages that wait for a reply to end. Absent in rows kept before there was a queue. */
  queued?: readonly string[]
}

/** A saved conversation, without its messages. Times are milliseconds since the epoch. */
export interface StoredConversation {
  id: string
  /** What the person called it; null until it is renamed. */
  title: string | null
  /** How its first user message begins; see `openingOf`. */
  opening: string
  pinned: boolean
  createdAt: number
  /** When something was last said or answered in it. */
  updatedAt: number
  /** When it was deleted, for as long as that can be taken back. */
  deletedAt: number | null
  detached: boolean
  draft: string
  panes: StoredPane[]
}

/**
 * One message is one row, so that a write touches only what changed, and two tabs on one conversation add to it
 * instead of overwriting each other.
 */
export interface StoredMessage {
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
  row: StoredConversation
  messages: StoredMessage[]
}

/** Line breaks, and characters that would hide the text beside them or turn it around. */
const notInTitle = /[\s\p{Cc}\p{Bidi_C}]+/gu

/** The beginning of the first user message, or of the first message where no user said anything. */
export function firstWords(messages: readonly Message[]): string {
  const first =
    messages.find((message) => message.kind === 'written' && message.role === 'user' && hasText(message)) ??
    messages.find(hasText)
  return first?.text.trimStart().slice(0, 500) ?? ''
}

/** How a conversation begins, on one line. */
export function openingOf(messages: readonly Message[]): string {
  return firstWords(messages).replaceAll(notInTitle, ' ').trim().slice(0, 120)
}

/** Stops at the first letter: while a reply streams, this is asked many times a second. */
function hasText({ text }: Message): boolean {
  return /\S/u.test(text)
}

const longestTitle = 80

/** The name under which a conversation is listed: what it was renamed to, or how it begins, cut between two words. */
export function titleOf({ title, opening }: Pick<StoredConversation, 'title' | 'opening'>): string {
  if (title !== null && title !== '') return title
  if (opening === '') return 'Untitled conversation'
  if (opening.length <= longestTitle) return opening
  // Text without spaces, such as a link or Chinese, is cut anywhere but within an emoji.
  return `${opening.slice(0, longestTitle - 1).replace(/[\s,;:]+\S{0,30}$|\p{Cs}$/u, '')}…`
}

/** What the database of conversations is called in this browser; apart, so that one can look for it without loading it. */
export const historyName = 'parley'
