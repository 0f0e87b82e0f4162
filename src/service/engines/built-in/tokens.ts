/**
 * How the built-in models cut text into tokens. A token is one of: up to 8 letters, up to 3 digits, one character of a
 * script that is written without spaces, one whole emoji, a run of one punctuation mark, or a run of white space. The
 * space before a word belongs to the word. In English prose that makes about four characters a token, as the
 * tokenisers of large models do, without a vocabulary to download.
 */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}`
const pictograph = String.raw`\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]{0,2}`
const token = new RegExp(
  [
    String.raw` ?[${unspaced}]\p{M}{0,4}`,
    String.raw` ?['’]?(?:(?![${unspaced}])[\p{L}\p{M}]){1,8}`,
    String.raw` ?\p{N}{1,3}`,
    String.raw` ?(?:\p{Regional_Indicator}{2}|${pictograph}(?:\u200D${pictograph}){0,6})`,
    String.raw` ?([^\s\p{L}\p{M}\p{N}])\1{0,7}`,
    String.raw`[\r\n]{1,4}`,
    // The last space of a run is left for the word that follows it.
    String.raw`[^\S\r\n]{1,15}(?!\S)`,
    String.raw`\s`,
  ].join('|'),
  'gu',
)

/** Cuts text into tokens, lazily; joined again they are the text. */
export function* tokensOf(text: string): Generator<string, void> {
  for (const match of text.matchAll(token)) yield match[0]
}

/** How many tokens `tokensOf` makes of the text. */
export function countTokens(text: string): number {
  let count = 0
  token.lastIndex = 0
  while (token.test(text)) count++
  return count
}
