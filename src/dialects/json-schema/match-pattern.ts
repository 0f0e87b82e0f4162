/** Longer patterns and texts are not matched. */
const longestPattern = 200
const longestText = 2_000

/** How many steps the patterns of one check may take together: some 50 milliseconds. */
const patternBudget = 10_000_000

/**
 * Whether a text matches a regular expression of a schema, which anyone may have written. Undefined if finding out could
 * take too long, or if the expression isn't valid.
 */
export type PatternMatcher = (pattern: string, text: string) => boolean | undefined

/** The matcher of one check. All patterns together take at most `budget` steps. */
export function createPatternMatcher(budget = patternBudget): PatternMatcher {
  const known = new Map<string, { cost: PatternCost; expression: RegExp | undefined }>()
  let left = budget
  return (pattern, text) => {
    if (pattern.length > longestPattern || text.length > longestText) return undefined
    let entry = known.get(pattern)
    if (!entry) {
      const cost = costOf(pattern)
      entry = { cost, expression: cost.factor === Infinity ? undefined : expressionOf(pattern) }
      known.set(pattern, entry)
    }
    const { cost, expression } = entry
    const steps = cost.factor * (text.length + 1) ** cost.exponent
    if (expression === undefined || steps > left) return undefined
    left -= steps
    return expression.test(text)
  }
}

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

/** An upper bound of the steps on a text: `factor` times its length to the power of `exponent`. */
interface PatternCost {
  factor: number
  exponent: number
}

const unbounded: PatternCost = { factor: Infinity, exponent: 0 }

interface Group {
  /** Whether it holds anything that can match in several ways: a repetition, an option or an alternative. */
  isVaried: boolean
}

/**
 * What a backtracking matcher takes. Unbounded for what may take exponential time: a repeated group that itself can match in
 * several ways, references to groups, and looking ahead or behind.
 */
function costOf(pattern: string): PatternCost {
  let factor = 1
  // Without a fixed start, the matcher tries each position.
  let exponent = pattern.startsWith('^') && !pattern.includes('|') ? 1 : 2
  const groups: Group[] = [{ isVaried: false }]
  /** The group that the last token closed. */
  let closed: Group | undefined
  for (let at = 0; at < pattern.length;) {
    const token = nextToken(pattern, at)
    at += token.length
    const group = groups.at(-1)
    const first = token[0] ?? ''
    if (/^(?:\\[1-9k]|\(\?<?[=!])/u.test(token)) return unbounded
    if (first === '(') groups.push({ isVaried: false })
    if (first === ')') {
      if (groups.length === 1) return unbounded
      closed = groups.pop()
      const outer = groups.at(-1)
      if (outer && closed?.isVaried) outer.isVaried = true
      continue
    }
    const isRepeated = first === '*' || first === '+' || first === '{'
    if (isRepeated && closed?.isVaried) return unbounded
    // A mark for the shortest match, as in `a*?`, counts too: the bound stays one.
    if (first === '*' || first === '+' || (first === '{' && token.endsWith(',}'))) exponent += 1
    else if (first === '{') factor *= mostOf(token)
    else if (first === '?' || first === '|') factor *= 2
    if (group && (isRepeated || first === '?' || first === '|')) group.isVaried = true
    closed = undefined
  }
  return { factor, exponent }
}

/** The next token: an escape, a class, the start of a group, a counted repetition or one character. */
function nextToken(pattern: string, at: number): string {
  const token = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<\w+>))?|\{[\d,]*\}|./suy
  token.lastIndex = at
  return token.exec(pattern)?.[0] ?? pattern.charAt(at)
}

/** The most repetitions of `{2}` or `{2,5}`. */
function mostOf(token: string): number {
  return Math.max(1, Number(token.slice(1, -1).split(',').at(-1)))
}
