import type { TextStorage } from './browser-storage.ts'

/** A browser's storage for a test; `full` makes writes fail. */
export function storedTexts(
  texts = new Map<string, string>(),
  full = false,
): TextStorage & { texts: Map<string, string> } {
  return {
    texts,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      texts.set(name, text)
    },
    removeItem: (name) => void texts.delete(name),
  }
}
