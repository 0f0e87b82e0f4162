import { type Definition, valuesOf, variablesOf } from '#experiments/definition.ts'
import { fillTemplate, variablesIn, variablesInAll } from '#experiments/template.ts'

/** The variables of an experiment under the names that they have in a promptfoo configuration. */
export interface PromptfooVariables {
  /** An expression of nunjucks, without its braces, that gives the value. */
  expression(name: string): string
  /** An expression of JavaScript that gives the value in an assertion; empty text if the case has none. */
  javascript(name: string): string
  /** The name under which a value is in `vars`. */
  key(name: string): string
  /** What `vars` contains for a value. */
  encode(name: string, value: string): string
}

const identifier = /^[A-Za-z_]\w*$/u
/** Names that mean something else in nunjucks, in promptfoo or in JavaScript objects. */
const reserved = new Set(
  `and caller constructor cycler else env false if in is joiner loop none not null or range self super true undefined
   _conversation __proto__ __expected`.split(/\s+/u),
)

/** promptfoo would load a file, fill in variables once more, evaluate an expression, or cut the last line break. */
const changedByPromptfoo = /^(?:file|package):|\{[{%#]|\n$/u

/**
 * Finds names for all variables, and how their values are written. If promptfoo would change one value of a variable, all its
 * values are written as JSON, which promptfoo's filter `load` reads.
 */
export function promptfooVariables(definition: Definition): PromptfooVariables {
  const { cases } = definition
  const allValues = cases.map(valuesOf)
  const names = new Set([
    'expected',
    ...variablesOf(definition),
    ...variablesInAll(cases.map(({ assertions }) => assertions)),
    ...allValues.flatMap((values) => Object.keys(values)),
  ])
  const encoded = new Set(
    allValues.flatMap((values) => Object.keys(values).filter((name) => changedByPromptfoo.test(values[name] ?? ''))),
  )
  const keys = keysFor(names)
  const key = (name: string) => keys.get(name) ?? name

  return {
    key,
    expression: (name) => (encoded.has(name) ? `${key(name)} | default('""') | load` : key(name)),
    javascript(name) {
      const value = `context.vars[${javascriptText(key(name))}]`
      return encoded.has(name) ? `JSON.parse(${value} ?? '""')` : `(${value} ?? '')`
    },
    encode: (name, value) => (encoded.has(name) ? JSON.stringify(value).replaceAll('{', String.raw`\u007b`) : value),
  }
}

/** Names stay as they are where nunjucks can refer to them. */
function keysFor(names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const isUsable = (name: string) => identifier.test(name) && !reserved.has(name)
  const taken = new Set([...names].filter(isUsable))
  const keys = new Map<string, string>()
  for (const name of names) {
    if (isUsable(name)) {
      keys.set(name, name)
      continue
    }
    const base = `var_${name.replaceAll(/\W+/gu, '_')}`
    let unique = base
    for (let at = 2; taken.has(unique); at += 1) unique = `${base}_${at}`
    taken.add(unique)
    keys.set(name, unique)
  }
  return keys
}

/** A part of a template: literal text, or the name of a variable. */
type TemplatePart = { text: string } | { variable: string }

/** Splits a template into its literal texts, without escapes, and its variables. */
export function partsOf(template: string): TemplatePart[] {
  const names = variablesIn(template)
  let mark = ''
  for (let at = 0; mark === '' || template.includes(mark); at += 1) mark = `\u{E000}${at}\u{E001}`
  const filled = fillTemplate(template, Object.fromEntries(names.map((name, at) => [name, `${mark}${at}${mark}`])))
  // Every second piece is the number of a variable.
  const pieces = filled.split(mark)
  return pieces.flatMap((piece, at): TemplatePart[] => {
    if (at % 2 === 1) return [{ variable: names[Number(piece)] ?? '' }]
    return piece === '' ? [] : [{ text: piece }]
  })
}

/** A template as a template of nunjucks. No literal text in it can become an expression, or the name of a file. */
export function toNunjucks(template: string, variables: PromptfooVariables): string {
  const parts = partsOf(template)
  const text = parts
    .map((part, at) =>
      'variable' in part
        ? `{{ ${variables.expression(part.variable)} }}`
        : escapeNunjucks(part.text, at < parts.length - 1),
    )
    .join('')
  return /^(?:file|package):/u.test(text) ? `{{ '' }}${text}` : text
}

/** A brace before a variable would become a part of it; the end of a comment is refused where none began. */
function escapeNunjucks(text: string, isBeforeVariable: boolean): string {
  const special = isBeforeVariable ? /\{(?=[{%#]|$)|#(?=\})/gu : /\{(?=[{%#])|#(?=\})/gu
  return text.replaceAll(special, "{{ '$&' }}")
}

/** A template as an expression of JavaScript. */
export function toJavascript(template: string, variables: PromptfooVariables): string {
  const parts = partsOf(template)
  const terms = parts.map((part) =>
    'variable' in part ? variables.javascript(part.variable) : javascriptText(part.text),
  )
  return terms.length === 0 ? "''" : terms.join(' + ')
}

/**
 * A text as a JavaScript literal of printable ASCII. It has no braces, since promptfoo evaluates `{{…}}` in code, and no `<`,
 * so it can't end a script element either.
 */
export function javascriptText(text: string): string {
  // Without the flag `u`, since escapes are for UTF-16 units.
  return JSON.stringify(text).replaceAll(
    /[^ -~]|[{}<]/g,
    (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'),
  )
}

/** A name or description that promptfoo shows. It must neither evaluate it nor take it for a file. */
export function inertText(text: string): string {
  return text.replaceAll(/\{(?=[{%#])|#(?=\})/gu, '$& ').replace(/^(file|package):/u, '$1 :')
}

/** Whether promptfoo would leave a JSON value as it is. Only variables of the environment are filled in outside prompts. */
export function isInert(value: unknown): boolean {
  return !/\{[{%#]|"(?:file|package):|"\$ref":/u.test(JSON.stringify(value) ?? '')
}
