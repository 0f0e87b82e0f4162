import { escapeTemplate } from '#experiments/template.ts'

/** A text of promptfoo as a template of Parley. */
export interface ConvertedTemplate {
  text: string
  /** Expressions and blocks of nunjucks that have no counterpart. */
  unsupported: string[]
}

const closings = { '{{': '}}', '{%': '%}', '{#': '#}' }
const variable = /^([A-Za-z_][\w-]{0,99})(?:\s*\|\s*([^]*))?$/u
const literal = /^(['"])([^'"\\]*)\1$/u

/**
 * Converts a nunjucks template. Variables keep their names, literals and raw blocks become escaped text, comments disappear.
 * A variable with filters loses them; other expressions and blocks stay as they are. Both are reported as unsupported.
 */
export function convertTemplate(source: string): ConvertedTemplate {
  const unsupported: string[] = []
  let text = ''
  let at = 0
  for (;;) {
    const start = nextOpening(source, at)
    if (start === -1) return { text: text + source.slice(at), unsupported }
    text += source.slice(at, start)
    // `nextOpening` finds nothing else.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const opening = source.slice(start, start + 2) as keyof typeof closings
    const end = source.indexOf(closings[opening], start + 2)
    if (end === -1) {
      unsupported.push(source.slice(start, start + 40))
      return { text: text + escapeTemplate(source.slice(start)), unsupported }
    }
    const whole = source.slice(start, end + 2)
    const inner = whole.slice(2, -2).replace(/^-/u, '').replace(/-$/u, '').trim()
    at = end + 2
    if (opening === '{#') continue
    if (opening === '{%' && inner === 'raw') {
      const rest = /\{%-?\s{0,9}endraw\s{0,9}-?%\}/u.exec(source.slice(at))
      const raw = source.slice(at, rest ? at + rest.index : undefined)
      text += escapeTemplate(raw)
      at += raw.length + (rest?.[0].length ?? 0)
      continue
    }
    const { output, isSupported } = opening === '{{' ? expression(inner, whole) : { output: whole, isSupported: false }
    // A backslash would escape the variable here, but not in nunjucks.
    if (!isSupported || (source[start - 1] === '\\' && output.startsWith('{{'))) unsupported.push(whole)
    text += output
  }
}

function expression(inner: string, whole: string): { output: string; isSupported: boolean } {
  const text = literal.exec(inner)?.[2]
  if (text !== undefined) return { output: escapeTemplate(text), isSupported: true }
  const [, name, filters] = variable.exec(inner) ?? []
  if (name === undefined) return { output: whole, isSupported: false }
  // promptfoo doesn't escape HTML, so `safe` changes nothing.
  return { output: `{{${name}}}`, isSupported: filters === undefined || filters === 'safe' }
}

function nextOpening(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at !== -1; at = source.indexOf('{', at + 1))
    if (source.slice(at, at + 2) in closings) return at
  return -1
}
