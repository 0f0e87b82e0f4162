/**
 * Takes words apart by a pattern. In a pattern `*` stands for any number of words, `+` for at least one, `a|b` for
 * either word, and anything else for itself, without regard to case.
 */
export interface Pattern {
  /** What each `*`, `+` and `a|b` took, in order; undefined when the words do not fit. */
  match(words: readonly string[]): string[][] | undefined
}

type Element = { kind: 'run'; least: number } | { kind: 'word'; allowed: ReadonlySet<string>; captured: boolean }

/** Reads a pattern such as `* i feel +`. */
export function parsePattern(source: string): Pattern {
  const elements = source.split(' ').map(parseElement)
  return { match: (words) => matchFrom(elements, 0, words, 0) }
}

function parseElement(source: string): Element {
  if (source === '*') return { kind: 'run', least: 0 }
  if (source === '+') return { kind: 'run', least: 1 }
  const allowed = source.split('|')
  return { kind: 'word', allowed: new Set(allowed), captured: allowed.length > 1 }
}

/** Runs take as few words as will do. */
function matchFrom(
  elements: readonly Element[],
  at: number,
  words: readonly string[],
  from: number,
): string[][] | undefined {
  const element = elements[at]
  if (!element) return from === words.length ? [] : undefined
  if (element.kind === 'word') {
    const word = words[from]
    if (word === undefined || !element.allowed.has(word.toLowerCase())) return undefined
    const rest = matchFrom(elements, at + 1, words, from + 1)
    return rest && (element.captured ? [[word], ...rest] : rest)
  }
  if (at === elements.length - 1) return words.length - from >= element.least ? [words.slice(from)] : undefined
  for (let end = from + element.least; end <= words.length; end++) {
    const rest = matchFrom(elements, at + 1, words, end)
    if (rest) return [words.slice(from, end), ...rest]
  }
  return undefined
}
