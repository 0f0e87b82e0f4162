/** Cuts text into the units that the language model knows: words in lower case (but `I`), and punctuation marks. */
export function wordsOf(text: string): string[] {
  const units = text.replaceAll('’', "'").match(/[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*|[.,;:?!]/gu) ?? []
  return units.map((unit) => (unit === 'I' ? unit : unit.toLowerCase()))
}

/** True for a unit that is a punctuation mark. */
export function isMark(unit: string): boolean {
  return /^[.,;:?!]$/.test(unit)
}

/** True for a mark that ends a sentence. */
export function endsSentence(unit: string): boolean {
  return /^[.?!]$/.test(unit)
}
