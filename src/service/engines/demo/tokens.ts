import { z } from 'zod'
import type { ChatRequest } from '#contract/chat.ts'
import { readField } from './demo-model.ts'

/**
 * How the built-in models split text into tokens. A token is one of: up to 8 letters, up to 3 digits, one character of a
 * script without spaces, one whole emoji, a run of one punctuation mark, or a run of white space. The space before a
 * word belongs to the word. English prose has about four characters per token, as with the tokenizers of large models,
 * without a vocabulary to download.
 */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}`
const pictograph = String.raw`\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]{0,2}`
const tokenPattern = new RegExp(
  [
    String.raw` ?[${unspaced}]\p{M}{0,4}`,
    String.raw` ?['’]?(?:(?![${unspaced}])[\p{L}\p{M}]){1,8}`,
    String.raw` ?\p{N}{1,3}`,
    String.raw` ?(?:\p{Regional_Indicator}{2}|${pictograph}(?:\u200D${pictograph}){0,6})`,
    String.raw` ?([^\s\p{L}\p{M}\p{N}])\1{0,7}`,
    String.raw`[\r\n]{1,4}`,
    // The last space of a run belongs to the next word.
    String.raw`[^\S\r\n]{1,15}(?!\S)`,
    String.raw`\s`,
  ].join('|'),
  'gu',
)

/** Splits text into tokens, lazily. Joined, they equal the text. */
export function* tokensOf(text: string): Generator<string, void> {
  for (const match of text.matchAll(tokenPattern)) yield match[0]
}

/** The number of tokens in a text. Stops counting above `most`. */
export function countTokens(text: string, most = Infinity): number {
  let count = 0
  tokenPattern.lastIndex = 0
  while (count <= most && tokenPattern.test(text)) count++
  return count
}

const rule = 'stop must be a string, or an array of up to 4 strings, none of them empty.'
const oneSequence = z.string(rule).min(1, rule)
const schema = z.union([oneSequence.transform((one) => [one]), z.array(oneSequence, rule).max(4, rule)], rule)

/** The request's `stop` sequences; empty if absent. */
export function readStopSequences(request: ChatRequest): string[] {
  return readField(request, 'stop', schema) ?? []
}

/**
 * Yields tokens until a stop sequence appears in the text, and ends just before it. Holds back the possible start of a
 * sequence until it is certain, and cuts a token in which a sequence starts.
 */
export function* cutAtStop<T extends { text: string }>(
  tokens: Iterable<T>,
  sequences: readonly string[],
): Generator<T, void> {
  if (sequences.length === 0) {
    yield* tokens
    return
  }
  const matchers = sequences.map(createMatcher)
  const held: T[] = []
  let heldLength = 0
  for (const token of tokens) {
    const { text } = token
    held.push(token)
    for (let at = 0; at < text.length; at++) {
      let found = 0
      for (const matcher of matchers) {
        matcher.take(text.charCodeAt(at))
        if (matcher.complete) found = Math.max(found, matcher.matched)
      }
      if (found > 0) return yield* withinLength(held, heldLength + at + 1 - found)
    }
    heldLength += text.length
    const open = Math.max(0, ...matchers.map(({ matched }) => matched))
    let released = 0
    for (; released < held.length; released++) {
      const length = held[released]?.text.length ?? 0
      if (heldLength - length < open) break
      heldLength -= length
    }
    yield* held.splice(0, released)
  }
  yield* held
}

function* withinLength<T extends { text: string }>(tokens: readonly T[], length: number): Generator<T, void> {
  let left = length
  for (const token of tokens) {
    if (left <= 0) return
    yield { ...token, text: token.text.slice(0, left) }
    left -= token.text.length
  }
}

/** Finds one sequence in linear time (Knuth, Morris and Pratt), so that a long sequence costs no more than a short one. */
function createMatcher(sequence: string) {
  const fallback = fallbackOf(sequence)
  let matched = 0
  return {
    take(unit: number) {
      while (matched > 0 && sequence.charCodeAt(matched) !== unit) matched = fallback[matched - 1] ?? 0
      if (sequence.charCodeAt(matched) === unit) matched++
    },
    get matched() {
      return matched
    },
    get complete() {
      return matched === sequence.length
    },
  }
}

/** For each prefix, the length of its longest proper prefix that is also a suffix. */
function fallbackOf(sequence: string): Uint32Array {
  const fallback = new Uint32Array(sequence.length)
  let length = 0
  for (let at = 1; at < sequence.length; at++) {
    const unit = sequence.charCodeAt(at)
    while (length > 0 && sequence.charCodeAt(length) !== unit) length = fallback[length - 1] ?? 0
    if (sequence.charCodeAt(length) === unit) length++
    fallback[at] = length
  }
  return fallback
}
