import type { HistoryDb } from './history-db.ts'
import { titleOf, type ConversationRow } from './rows.ts'

/** A conversation in which every word was found: in its title, or in one of its messages. */
export interface Finding {
  id: string
  /** The text around the first word of a message in which they were found; null where the title has them. */
  excerpt: string | null
}

/** How many conversations are read at once: few, so that the first findings show and a newer search can take over. */
const batch = 40

/**
 * Looks for words in conversations, in the order given. Each word must be part of the title or of one same message;
 * case and accents do not count. `onFound` gets all findings so far after each batch.
 */
export async function searchConversations(
  db: HistoryDb,
  rows: readonly ConversationRow[],
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

/** The words to look for, folded; none for blank text. */
export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/u).filter(Boolean)
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** Text around the first word where all are in it; null where one is not. */
function excerptOf(text: string, words: readonly string[]): string | null {
  const plain = folded(text)
  if (!hasAll(plain, words)) return null
  // Folding can shift places by a few characters; an excerpt is wide enough not to mind.
  const at = Math.max(0, plain.indexOf(words[0] ?? '') - 24)
  const cut = text
    .slice(at, at + 120)
    .replace(/\s+/gu, ' ')
    .trim()
  return at === 0 ? cut : `…${cut}`
}

function folded(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
