const isPlain = /^[\p{ASCII}]*$/u

/** A text as it is searched: in lower case, without accents, with every width and ligature of a letter alike. */
export function foldText(text: string): string {
  // Nearly every name is plain, and normalising twenty thousand that need it not takes a frame of its own.
  return (isPlain.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase()
}

/** Of each ASCII character: 0 for what separates words, else one of the kinds that are never in one word together. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[a-z]/u.test(sign) ? 1 : /\d/u.test(sign) ? 2 : /\p{S}/u.test(sign) ? 3 : 0
})

/**
 * The words of a text, one space before each: letters and digits are words of their own, and punctuation is a space, so
 * that `gpt5`, `GPT 5` and `gpt-5` are the same.
 */
export function searchWords(text: string): string {
  if (isPlain.test(text)) return plainWords(text.toLowerCase())
  const words = foldText(text).match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\p{P}\p{Z}\p{C}]+/gu)
  return words ? ` ${words.join(' ')}` : ''
}

/** The same for ASCII alone, without a pattern: half the time, and most of what an index of many models costs. */
function plainWords(text: string): string {
  let words = ''
  let start = 0
  let before = 0
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? (kinds[text.charCodeAt(at)] ?? 0) : 0
    if (kind === before) continue
    if (before !== 0) words += ` ${text.slice(start, at)}`
    start = at
    before = kind
  }
  return words
}

/** The words of a text as they are typed, where letters and digits may be one: for typos. */
export function typedWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
