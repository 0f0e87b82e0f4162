import type { RandomNumbers } from '#service/engines/demo/demo-model.ts'

/** One part of a pattern, repeated `min` to `max` times: one of some characters, or one of some sequences. */
interface PatternPart {
  options: readonly (string | readonly PatternPart[])[]
  min: number
  max: number
}

/** A regular expression that is simple enough to write a matching text for. */
export interface SimplePattern {
  sequences: readonly (readonly PatternPart[])[]
  /** Whether a match must reach the end of the text. */
  endsWithText: boolean
  /** Whether it can be executed: it has too few repetitions to take long. */
  isSafe: boolean
}

/** A longer pattern isn't read. */
const maxLength = 200
/** More variable repetitions in a row could take very long on a text that doesn't match. */
const maxVariable = 3
/** A count above this isn't written. */
const maxCount = 1000

const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
const digits = '0123456789'.split('')
const wordCharacters = printable.filter((each) => /\w/.test(each))
const classes: Readonly<Record<string, readonly string[]>> = {
  d: digits,
  w: wordCharacters,
  s: [' '],
  D: letters,
  W: printable.filter((each) => /\W/.test(each)),
  S: wordCharacters,
  t: ['\t'],
  n: ['\n'],
  r: ['\r'],
}

/**
 * Reads literals, `.`, classes, escapes, groups, alternatives, quantifiers and the anchors at both ends. Undefined for
 * anything else, such as lookarounds and back references.
 */
export function readPattern(source: string): SimplePattern | undefined {
  if (source.length > maxLength) return undefined
  let at = 0
  let endsWithText = false
  const take = (text: string) => {
    const found = source.startsWith(text, at)
    if (found) at += text.length
    return found
  }

  function readSequences(depth: number): PatternPart[][] | undefined {
    const sequences: PatternPart[][] = []
    do {
      if (depth === 0) take('^')
      const sequence: PatternPart[] = []
      while (at < source.length && source[at] !== '|' && source[at] !== ')') {
        if (source[at] === '$') {
          at += 1
          if (depth > 0 || (at < source.length && source[at] !== '|')) return undefined
          endsWithText = true
          break
        }
        const options = readAtom(depth)
        const count = options && readCount()
        if (!options || options.length === 0 || !count) return undefined
        sequence.push({ options, ...count })
      }
      sequences.push(sequence)
    } while (take('|'))
    return sequences
  }

  function readAtom(depth: number): PatternPart['options'] | undefined {
    const character = source[at] ?? ''
    at += 1
    if (character === '.') return letters
    if (character === '[') return readClass()
    if (character === '\\') return readEscape()
    if (character === '(') {
      if (source[at] === '?' && !take('?:')) return undefined
      const sequences = depth < 5 ? readSequences(depth + 1) : undefined
      return take(')') ? sequences : undefined
    }
    return '^*+?{}]'.includes(character) ? undefined : [character]
  }

  function readEscape(): readonly string[] | undefined {
    const character = source[at] ?? ''
    at += 1
    if (Object.hasOwn(classes, character)) return classes[character]
    return /^[^\w\s]$/.test(character) ? [character] : undefined
  }

  function readClass(): readonly string[] | undefined {
    const isNegated = take('^')
    const members = new Set<string>()
    while (at < source.length && source[at] !== ']') {
      const first = take('\\') ? readEscape() : [source[at++] ?? '']
      if (!first) return undefined
      if (source[at] === '-' && source[at + 1] !== ']' && first.length === 1) {
        at += 1
        const last = take('\\') ? readEscape() : [source[at++] ?? '']
        const [from, to] = [first[0]?.charCodeAt(0) ?? 0, last?.[0]?.charCodeAt(0) ?? 0]
        if (last?.length !== 1 || to < from || to - from > 1000) return undefined
        for (let code = from; code <= to; code++) members.add(String.fromCharCode(code))
      } else {
        for (const each of first) members.add(each)
      }
    }
    if (!take(']')) return undefined
    return isNegated ? printable.filter((each) => !members.has(each)) : [...members]
  }

  function readCount(): { min: number; max: number } | undefined {
    const counted = /^(?:\{(\d{1,4})(,?)(\d{0,4})\}|[*+?])\??/.exec(source.slice(at, at + 14))
    if (!counted) return { min: 1, max: 1 }
    const [written, low, comma, high] = counted
    at += written.length
    if (written.startsWith('?')) return { min: 0, max: 1 }
    if (low === undefined) return { min: written.startsWith('+') ? 1 : 0, max: Infinity }
    const max = comma === '' ? Number(low) : high === '' || high === undefined ? Infinity : Number(high)
    return Number(low) <= Math.min(max, maxCount) ? { min: Number(low), max } : undefined
  }

  const sequences = readSequences(0)
  if (!sequences || at < source.length) return undefined
  const variable = sequences.reduce((count, sequence) => count + countVariable(sequence), 0)
  return { sequences, endsWithText, isSafe: variable <= maxVariable }
}

/** How many parts have a variable number of repetitions. One inside another counts as too many. */
function countVariable(sequence: readonly PatternPart[]): number {
  return sequence.reduce((count, { options, min, max }) => {
    const inner = options.reduce((sum, each) => sum + (typeof each === 'string' ? 0 : countVariable(each)), 0)
    const isRepeated = max > 1
    return count + (isRepeated && inner > 0 ? Infinity : inner) + (min === max ? 0 : 1)
  }, 0)
}

/** Writes a text that matches a pattern; undefined if none of the attempts has an allowed length. */
export function writeMatch(
  { sequences, endsWithText }: SimplePattern,
  { random, minLength, maxLength: longest }: { random: RandomNumbers; minLength: number; maxLength: number },
): string | undefined {
  // How many repetitions to add to the least: a few, none, as many as the length needs.
  for (const added of [3, 3, 0, minLength, Math.ceil(minLength / 2), 1, 3, 0]) {
    const sequence = sequences[Math.floor(random() * sequences.length)] ?? []
    let text = writeSequence(sequence, added, random, longest)
    if (!endsWithText) text = text.padEnd(minLength, 'x')
    if (text.length >= minLength && text.length <= longest) return text
  }
  return undefined
}

function writeSequence(
  sequence: readonly PatternPart[],
  added: number,
  random: RandomNumbers,
  longest: number,
): string {
  let text = ''
  for (const { options, min, max } of sequence) {
    const extra = added > 3 ? added : Math.floor(random() * (added + 1))
    const count = Math.min(max, min + extra)
    for (let at = 0; at < count && text.length <= Math.min(longest, 10_000); at++) {
      const option = options[Math.floor(random() * options.length)] ?? ''
      text += typeof option === 'string' ? option : writeSequence(option, added, random, longest)
    }
  }
  return text
}
