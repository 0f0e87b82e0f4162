import type { HistoryDb } from './history-db.ts'
import { titleOf, type StoredConversation } from './rows.ts'

/** A conversation that contains every word, in its title or in one message. */
export interface Finding {
  id: string
  /** Text around the match in the first message that has one; null if the title matches. */
  excerpt: string | null
}

/** How many conversations are read at once: few, so that first results show early and a newer search can take over. */
const batch = 40

/**
 * Searches conversations in the given order. All words must be in the title or in the same message, ignoring case and
 * accents. `onFound` gets all findings so far after each batch.
 */
export async function searchConversations(
  db: HistoryDb,
  rows: readonly StoredConversation[],
  query: string,
  signal: AbortSignal,
  onFound: (findings: readonly Finding[]) => void,
): Promise<void> {
  const words = wordsOf(query)
  let findings: Finding[] = []
  for (let from = 0; from < rows.length && !signal.aborted; from += batch) {
    const some = rows.slice(from, from + batch)
    const excerpts = new Map<string, string>()
    const ids = some.map(({ id }) => id)
    for (const { conversationId, message } of await db.messages.where('conversationId').anyOf(ids).toArray()) {
      const excerpt = excerpts.has(conversationId) ? null : excerptOf(message.text, words)
      if (excerpt !== null) excerpts.set(conversationId, excerpt)
    }
    const found = some.flatMap((row): Finding[] => {
      const excerpt = excerpts.get(row.id)
      if (hasAll(folded(titleOf(row)), words)) return [{ id: row.id, excerpt: null }]
      return excerpt === undefined ? [] : [{ id: row.id, excerpt }]
    })
    findings = [...findings, ...found]
    if (!signal.aborted) onFound(findings)
  }
}

/** The words of a query, normalized; empty for a blank query. */
export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/u).filter(Boolean)
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** The maximum length of an excerpt before the first word, and from there on, in characters. */
const around = { before: 24, after: 120 }

/** Text around the first word if all words are in it, otherwise null. */
function excerptOf(text: string, words: readonly string[]): string | null {
  const plain = folded(text)
  if (!hasAll(plain, words)) return null
  const at = placeInText(text, plain.indexOf(words[0] ?? ''))
  const start = Math.max(0, at - around.before)
  // Begins and ends between two words if possible.
  const before = start === 0 ? text.slice(0, at) : text.slice(start, at).replace(/^\S*\s+/u, '')
  const rest = text.slice(at, at + around.after)
  const isEnd = at + around.after >= text.length
  const after = isEnd ? rest : rest.replace(/\s+\S*$/u, '')
  // A cut can leave half an emoji.
  const line = `${before}${after}`.replace(/[\s\p{Cs}]+/gu, ' ').trim()
  return `${start === 0 ? '' : '…'}${line}${isEnd ? '' : '…'}`
}

/** How much text is normalized at once while searching for a position, in characters. */
const step = 1_000

/** The position in the original text of a position in the normalized text, whose length may differ. */
function placeInText(text: string, place: number): number {
  let left = place
  let at = 0
  for (let length = folded(text.slice(0, step)).length; length <= left && at < text.length;) {
    left -= length
    at += step
    length = folded(text.slice(at, at + step)).length
  }
  for (const character of text.slice(at, at + step)) {
    left -= folded(character).length
    if (left < 0) break
    at += character.length
  }
  return at
}

/** Part of a text: one of the words searched for, or the text between them. */
export interface MatchPiece {
  text: string
  isMatch: boolean
}

/** Splits a short text at the matches, so that they can be highlighted. */
export function matchPieces(text: string, words: readonly string[]): MatchPiece[] {
  let plain = ''
  /** For each character of the normalized text, the position of its original character. */
  const origins: number[] = []
  let at = 0
  for (const character of text) {
    const fold = folded(character)
    for (let place = 0; place < fold.length; place += 1) origins.push(at)
    plain += fold
    at += character.length
  }
  const marked = new Set<number>()
  for (const word of words) {
    for (let found = plain.indexOf(word); found !== -1; found = plain.indexOf(word, found + 1)) {
      for (let place = found; place < found + word.length; place += 1) marked.add(origins[place] ?? 0)
    }
  }
  const pieces: MatchPiece[] = []
  at = 0
  for (const character of text) {
    const last = pieces.at(-1)
    // A combining mark belongs to the letter before it.
    const isMatch = folded(character) === '' ? last?.isMatch === true : marked.has(at)
    if (last?.isMatch === isMatch) last.text += character
    else pieces.push({ text: character, isMatch })
    at += character.length
  }
  return pieces
}

function folded(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
