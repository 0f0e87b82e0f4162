import { javascriptText } from './promptfoo-variables.ts'

// promptfoo renders code as a template before it runs it, so no line may contain `{{`, `{%` or `{#`. Code of several lines is a
// function body with the parameters `output` and `context`; a single line is an expression.

/** The reply's text. With tool calls, promptfoo's output is their list, or the whole message if it has text, too. */
export const textOfOutput = "typeof output === 'string' ? output : (output && output.content) || ''"

const declareText = `const text = ${textOfOutput};`
const declareCalls = [
  'const list = Array.isArray(output) ? output : (output && output.tool_calls) || [];',
  'const calls = list.map((each) => each.function || each);',
]
/** Equality of JSON values; the order of members doesn't matter. */
const declareSame = [
  "const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);",
  'const same = (one, other) => {',
  '  if (one === other) return true;',
  '  if (Array.isArray(one) && Array.isArray(other))',
  '    return one.length === other.length && one.every((each, at) => same(each, other[at]));',
  '  if (!isRecord(one) || !isRecord(other)) return false;',
  '  const names = Object.keys(one);',
  '  return (',
  '    names.length === Object.keys(other).length &&',
  '    names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))',
  '  );',
  '};',
  'const parse = (json) => {',
  '  try {',
  '    return JSON.parse(json);',
  '  } catch {',
  '    return undefined;',
  '  }',
  '};',
]

function code(...lines: string[]): string {
  return `${lines.join('\n')}\n`
}

/** Code that returns an expression about the reply's `text`. */
export function aboutText(expression: string): string {
  return code(declareText, `return ${expression};`)
}

/** Code that checks `text` against a pattern, which is an expression. A pattern that is invalid doesn't match. */
export function matchesPattern(pattern: string): string {
  return code(
    declareText,
    'try {',
    `  return new RegExp(${pattern}, 'u').test(text);`,
    '} catch {',
    '  return false;',
    '}',
  )
}

/** Code that checks whether the reply is JSON. */
export function isJson(): string {
  return code(declareText, 'try {', '  JSON.parse(text);', '  return true;', '} catch {', '  return false;', '}')
}

/** Code that checks the similarity to the expected text, which is an expression: 1 minus Levenshtein distance by length. */
export function isSimilar(expected: string, hasExpected: string, least: number): string {
  return code(
    `if (!(${hasExpected})) return false;`,
    declareText,
    `const expected = ${expected};`,
    'let row = [...expected.split("").keys(), expected.length];',
    'for (let i = 0; i < text.length; i++) {',
    '  const next = [i + 1];',
    '  for (let j = 0; j < expected.length; j++)',
    '    next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (text[i] === expected[j] ? 0 : 1)));',
    '  row = next;',
    '}',
    'const longer = Math.max(text.length, expected.length);',
    `return (longer === 0 ? 1 : 1 - row[expected.length] / longer) >= ${least};`,
  )
}

/** Code that checks the value at the end of `steps`: names of members, and positions in lists. */
export function hasValueAt(steps: readonly (string | number)[], value: string): string {
  const list = steps.map((step) => (typeof step === 'number' ? String(step) : javascriptText(step)))
  return code(
    declareText,
    ...declareSame,
    'let found = parse(text);',
    'if (found === undefined) return false;',
    `for (const step of [${list.join(', ')}]) {`,
    "  if (!(typeof step === 'number' ? Array.isArray(found) : isRecord(found))) return false;",
    '  if (!Object.hasOwn(found, step)) return false;',
    '  found = found[step];',
    '}',
    `const value = ${javascriptText(value)};`,
    "return found === value || (typeof found !== 'string' && same(found, parse(value)));",
  )
}

/** Code that checks whether a tool was called; `args` are members that its arguments must have, if any. */
export function hasCalled(name: string, args: Readonly<Record<string, unknown>> | undefined): string {
  const isCall = `each.name === ${javascriptText(name)}`
  if (!args) return code(...declareCalls, `return calls.some((each) => ${isCall});`)
  return code(
    ...declareCalls,
    ...declareSame,
    `const expected = JSON.parse(${javascriptText(JSON.stringify(args))});`,
    'return calls.some((each) => {',
    `  if (!(${isCall})) return false;`,
    '  const given = parse(each.arguments);',
    '  return isRecord(given) && Object.keys(expected).every((name) => same(given[name], expected[name]));',
    '});',
  )
}

/** Code that checks that no tool was called. */
export function hasNoCall(): string {
  return code(...declareCalls, 'return calls.length === 0;')
}

/** An expression that checks the cost; promptfoo's own assertion would end the whole test if the cost is unknown. */
export function costsAtMost(limit: number): string {
  return `typeof context.providerResponse.cost === 'number' && context.providerResponse.cost <= ${limit}`
}
