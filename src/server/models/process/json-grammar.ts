import { isRecord, type JsonRecord } from '#contract/json.ts'

/** A JSON schema that can't be turned into a grammar. The message names the place and what to do. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** They describe a value, and allow nothing more or less. */
const annotations = new Set(
  '$schema $id $anchor $comment title description default examples deprecated readOnly writeOnly format contentEncoding contentMediaType'.split(
    ' ',
  ),
)
const definitions = ['$defs', 'definitions']

/** What can be kept, by type. */
const keywords = {
  string: ['minLength', 'maxLength'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
  number: [],
  integer: [],
  boolean: [],
  null: [],
} as const satisfies Record<string, readonly string[]>
const types = Object.keys(keywords)
const general = new Set(['type', 'enum', 'const', 'anyOf', 'oneOf', '$ref', ...definitions])

/** Larger schemas take llama.cpp too long. */
const maxRules = 2000

const commonRules = [
  String.raw`space ::= " "?`,
  String.raw`character ::= [^"\\\x7F\x00-\x1F] | "\\" (["\\bfnrt/] | "u" [0-9a-fA-F]{4})`,
  String.raw`integer ::= "-"? ("0" | [1-9] [0-9]{0,15})`,
  String.raw`number ::= integer ("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,3})?`,
  String.raw`boolean ::= "true" | "false"`,
  String.raw`null ::= "null"`,
  String.raw`string ::= "\"" character* "\""`,
  `member ::= string ":" space value`,
  `object ::= "{" space (member ("," space member)*)? space "}"`,
  `array ::= "[" space (value ("," space value)*)? space "]"`,
  'value ::= object | array | string | number | boolean | null',
]

/**
 * Writes a grammar, in llama.cpp's GBNF, of the texts that match a JSON schema; an empty schema allows any object. `before`
 * and `after` are texts around the JSON. Throws a `SchemaError` for what it can't enforce, instead of passing over it.
 */
export function jsonGrammar(schema: JsonRecord, before = '', after = ''): string {
  const rules = new Map<string, string>()
  const named = new Map<string, string>()
  const add = (rule: string): string => {
    if (rules.size >= maxRules) throw new SchemaError('The schema is too large for local models. Simplify it.')
    const name = `r${rules.size}`
    rules.set(name, rule)
    return name
  }

  /** Returns the name of a rule. `path` is for errors. */
  function ruleOf(value: unknown, path: string): string {
    if (value === true || (isRecord(value) && Object.keys(value).every((each) => annotations.has(each)))) return 'value'
    if (!isRecord(value)) throw new SchemaError(`The schema at ${path} must be an object.`)
    checkKeywords(value, path)
    const { $ref: reference, anyOf, oneOf } = value
    if (typeof reference === 'string') return referenced(reference, path)
    const options = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined
    if (options) return add(options.map((each, index) => ruleOf(each, `${path}/${index}`)).join(' | '))
    if ('const' in value) return add(literal(JSON.stringify(value['const'])))
    if (Array.isArray(value['enum'])) {
      return add(value['enum'].map((each: unknown) => literal(JSON.stringify(each))).join(' | '))
    }
    const allowed = typesOf(value)
    const [only] = allowed
    return only !== undefined && allowed.length === 1
      ? ruleOfType(only, value, path)
      : add(allowed.map((each) => ruleOfType(each, value, path)).join(' | '))
  }

  /** A name per reference, so that a schema may refer to itself. */
  function referenced(reference: string, path: string): string {
    const known = named.get(reference)
    if (known !== undefined) return known
    const target = resolve(schema, reference)
    if (target === undefined)
      throw new SchemaError(`The schema at ${path} refers to ${reference}, which isn’t defined. Add it.`)
    const name = add('')
    named.set(reference, name)
    rules.set(name, ruleOf(target, reference))
    return name
  }

  function ruleOfType(type: string, value: JsonRecord, path: string): string {
    if (type === 'object') return objectRule(value, path)
    if (type === 'array') return arrayRule(value, path)
    if (type !== 'string') return type
    const { minLength, maxLength } = value
    return minLength === undefined && maxLength === undefined
      ? 'string'
      : add(`"\\"" character${timesOf(minLength, maxLength)} "\\""`)
  }

  function objectRule(value: JsonRecord, path: string): string {
    const { properties = {}, required = [], additionalProperties: additional } = value
    const members = Object.entries(isRecord(properties) ? properties : {}).map(([name, each]) => ({
      isRequired: Array.isArray(required) && required.includes(name),
      rule: add(`${literal(JSON.stringify(name))} ":" space ${ruleOf(each, `${path}/${name}`)}`),
    }))
    const others =
      additional === false || (additional === undefined && members.length > 0)
        ? undefined
        : add(
            `string ":" space ${additional === undefined ? 'value' : ruleOf(additional, `${path}/additionalProperties`)}`,
          )
    const first = members.filter(({ isRequired }) => isRequired).map(({ rule }) => rule)
    const optional = members.filter(({ isRequired }) => !isRequired).map(({ rule }) => rule)
    const rest = [...optional.map((rule) => `("," space ${rule})?`), ...(others ? [`("," space ${others})*`] : [])]
    if (first.length > 0) {
      return add(`"{" space ${[first.join(' "," space '), ...rest].join(' ')} space "}"`)
    }
    // Any of the optional members may come first, followed by any of those after it.
    const starts = [...optional, ...(others ? [others] : [])].map((rule, index) => {
      const following = index === optional.length ? rest.slice(index) : rest.slice(index + 1)
      return [rule, ...following].join(' ')
    })
    return add(`"{" space ${starts.length > 0 ? `(${starts.join(' | ')})? ` : ''}space "}"`)
  }

  function arrayRule(value: JsonRecord, path: string): string {
    const { items, prefixItems = [], minItems, maxItems } = value
    const start = (Array.isArray(prefixItems) ? prefixItems : []).map((each, index) => ruleOf(each, `${path}/${index}`))
    const comma = '"," space'
    if (start.length > 0) {
      const more = items === false || items === undefined ? '' : ` (${comma} ${ruleOf(items, `${path}/items`)})*`
      return add(`"[" space ${start.join(` ${comma} `)}${more} space "]"`)
    }
    const item = items === undefined ? 'value' : ruleOf(items, `${path}/items`)
    const least = countOf(minItems) ?? 0
    const most = countOf(maxItems)
    if (most === 0) return add('"[" space "]"')
    const list = `${item} (${comma} ${item})${timesOf(Math.max(0, least - 1), most === undefined ? undefined : most - 1)}`
    return add(`"[" space ${least === 0 ? `(${list})?` : list} space "]"`)
  }

  const root = Object.keys(schema).length === 0 ? 'object' : ruleOf(schema, '#')
  return [
    `root ::= ${before === '' ? '' : `${literal(before)} `}${root}${after === '' ? '' : ` ${literal(after)}`}`,
    ...[...rules].map(([name, rule]) => `${name} ::= ${rule}`),
    ...commonRules,
  ].join('\n')
}

/** The allowed types of a schema; from its keywords if it has none. */
function typesOf({ type, ...others }: JsonRecord): string[] {
  if (type !== undefined) return [type].flat().map(String)
  const implied = Object.entries(keywords).filter(([, known]) => known.some((each) => each in others))
  return implied.length > 0 ? implied.map(([name]) => name) : types
}

function checkKeywords(schema: JsonRecord, path: string): void {
  const allowed = typesOf(schema)
  for (const type of allowed) {
    if (!types.includes(type))
      throw new SchemaError(`The schema at ${path} has the unknown type ${type}. Use one of ${types.join(', ')}.`)
  }
  const known = new Set<string>(Object.values(keywords).flat())
  for (const name of Object.keys(schema)) {
    if (general.has(name) || annotations.has(name) || known.has(name)) continue
    throw new SchemaError(
      `Local models can’t enforce “${name}” in the schema at ${path}. Remove it, and validate the reply.`,
    )
  }
}

/** The part of a schema to which a reference such as `#/$defs/item` points. */
function resolve(schema: JsonRecord, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  const steps = reference.slice(1).split('/').slice(1)
  let place: unknown = schema
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isRecord(place) || !Object.hasOwn(place, name)) return undefined
    place = place[name]
  }
  return place
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

/** llama.cpp copies what is repeated, so large numbers are as good as none. */
const mostRepetitions = 500

function timesOf(least: unknown, most: unknown): string {
  const from = Math.min(countOf(least) ?? 0, mostRepetitions)
  const to = countOf(most)
  return to === undefined || to > mostRepetitions ? `{${from},}` : `{${from},${Math.max(from, to)}}`
}

/** A text as a grammar writes it. */
function literal(text: string): string {
  return JSON.stringify(text)
}
