/** A text as it is searched: in lower case, without accents, with every width and ligature of a letter alike. */
function foldText(text: string): string {
  // Nearly every name is plain, and normalising twenty thousand that need it not takes a frame of its own.
  return (/^[\p{ASCII}]*$/u.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase()
}

/**
 * The words of a text, one space before each: letters and digits are words of their own, and punctuation is a space, so
 * that `gpt5`, `GPT 5` and `gpt-5` are the same.
 */
export function searchWords(text: string): string {
  const folded = foldText(text)
  const words = folded.match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\p{P}\p{Z}\p{C}]+/gu)
  return words ? ` ${words.join(' ')}` : ''
}

/** The words of a text as they are typed, where letters and digits may be one: for typos. */
export function typedWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
