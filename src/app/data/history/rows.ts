import { isRecord } from '#contract/json.ts'
import { type Attachment, readAttachments } from '#app/data/attachments/attachment.ts'
import { type Message, attachmentsOf } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'

/** A message that wasn't sent yet: its text alone if it has no files. */
export type StoredTurn = string | { text: string; attachments: readonly Attachment[] }

/** The unsent messages in storage or a file; what is invalid is left out. */
export function readTurns(stored: unknown): StoredTurn[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((each): StoredTurn[] => {
    if (typeof each === 'string') return [each]
    if (!isRecord(each) || typeof each['text'] !== 'string') return []
    const attachments = readAttachments(each['attachments'])
    return [attachments.length > 0 ? { text: each['text'], attachments } : each['text']]
  })
}

/** One pane of a saved conversation, without its messages. */
export interface StoredPane {
  id: string
  setup: Setup
  /** The last message of the path that is shown; see `MessageTree`. */
  tip: string | null
  draft: string
  /** The files of its draft. Absent if there are none. */
  attached?: readonly Attachment[]
  /** Queued messages. Absent in rows saved before there was a queue. */
  queued?: readonly StoredTurn[]
}

/** A saved conversation, without its messages. Times are milliseconds since the epoch. */
export interface StoredConversation {
  id: string
  /** Set by renaming; null until then. */
  title: string | null
  /** The beginning of its first user message; see `openingOf`. */
  opening: string
  pinned: boolean
  createdAt: number
  /** When a message or reply was last added. */
  updatedAt: number
  /** When it was deleted, as long as that can be undone. */
  deletedAt: number | null
  detached: boolean
  draft: string
  /** The files of the draft that all panes share. Absent if there are none. */
  attached?: readonly Attachment[]
  panes: StoredPane[]
}

/**
 * One row per message, so that a write touches only what changed, and two tabs add to a conversation instead of
 * overwriting each other.
 */
export interface StoredMessage {
  conversationId: string
  paneId: string
  /** The id of the message. */
  id: string
  /** Its position in the pane when written; orders messages of the same millisecond. */
  place: number
  /** A new value with each write: tells other tabs whether the row changed since they read it. */
  stamp: string
  message: Message
  /** The hashes of its files; absent if there are none. */
  hashes?: string[]
}

/** The bytes of an attached file. Several messages may use it. */
export interface StoredAttachment {
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string
  blob: Blob
  /** Milliseconds since the epoch. */
  addedAt: number
}

/** A conversation with all its messages, oldest first. */
export interface SavedConversation {
  row: StoredConversation
  messages: StoredMessage[]
}

/** Whitespace, and control characters that would hide or reverse the text beside them. */
const notInTitle = /[\s\p{Cc}\p{Bidi_C}]+/gu

/** The beginning of the first user message, or of the first message if there is none. */
function firstWords(messages: readonly Message[]): string {
  const first =
    messages.find((message) => message.kind === 'written' && message.role === 'user' && hasText(message)) ??
    messages.find(hasText)
  return first?.text.trimStart().slice(0, 500) ?? messages.flatMap(attachmentsOf)[0]?.name ?? ''
}

/** The beginning of a conversation on one line. */
export function openingOf(messages: readonly Message[]): string {
  return firstWords(messages).replaceAll(notInTitle, ' ').trim().slice(0, 120)
}

/** Stops at the first visible character, because it runs many times a second while a reply streams. */
function hasText({ text }: Message): boolean {
  return /\S/u.test(text)
}

const longestTitle = 80

/** The name of a conversation in the list: its title, or its opening cut between two words. */
export function titleOf({ title, opening }: Pick<StoredConversation, 'title' | 'opening'>): string {
  if (title !== null && title !== '') return title
  if (opening === '') return 'Untitled conversation'
  if (opening.length <= longestTitle) return opening
  // Text without spaces, such as a link or Chinese, is cut anywhere but inside an emoji.
  return `${opening.slice(0, longestTitle - 1).replace(/[\s,;:]+\S{0,30}$|\p{Cs}$/u, '')}…`
}

/** The name of the IndexedDB database; in this file so that it can be looked up without loading Dexie. */
export const historyDatabaseName = 'parley'
