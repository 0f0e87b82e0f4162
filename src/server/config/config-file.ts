import { z } from 'zod'
import { isRecord } from '#contract/json.ts'
import { model, modelType } from '#contract/model.ts'
import { fileNameOf, settings } from './settings-table.ts'

/** What the transport says itself: another value would break the request, or send it elsewhere. */
const ownHeaders = new Set(
  'accept accept-encoding connection content-length content-type expect host keep-alive te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

const urlRule = 'must be an http or https address without a user name, such as http://127.0.0.1:11434/v1'

/** Where an engine is: an address that holds no user name and no password. */
export const engineUrl = z.string(urlRule).refine(isEngineUrl, urlRule).meta({ format: 'uri' })

const variableRule = 'must be the name of an environment variable, such as MY_ENGINE_KEY'
const variableName = z.string(variableRule).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, variableRule)

const headerRule = 'must be a text of one line, or {"env": "NAME"} with the name of an environment variable'

/** The value of a header: a text, or the variable that holds it. */
const headerValue = z.union(
  [z.string().regex(/^[\t\x20-\x7e]*$/, headerRule), z.strictObject({ env: variableName })],
  headerRule,
)

const headers = z.record(z.string(), headerValue).superRefine((given, context) => {
  for (const [name, value] of Object.entries(given)) {
    const complain = (message: string) => context.addIssue({ code: 'custom', path: [name], message })
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) complain('must have the name of a header')
    else if (ownHeaders.has(name.toLowerCase())) complain('may not be set, because Parley sets this header itself')
    else if (name.toLowerCase() === 'authorization' && typeof value === 'string') {
      complain('may not stand in the file: name the variable that holds the key with apiKeyEnv')
    }
  }
})

/** One engine of the configuration file: any server that speaks the chat-completions interface. */
export const engineConfig = exactly({
  name: z
    .string()
    .regex(/^[\w .:-]{1,60}$/, 'must be 1 to 60 letters, digits, spaces or any of . : _ -')
    .describe('Unique among the engines; shown at the start, in logs and in metrics.'),
  baseUrl: engineUrl.describe('Where /models and /chat/completions are found.'),
  apiKeyEnv: variableName.optional().describe('The environment variable that holds the engine’s key.'),
  models: z
    .array(z.string().min(1, 'must not be empty'))
    .min(1, 'must name a model; leave it out to have all')
    .optional()
    .describe('The engine’s own ids of the models to publish; left out, all that it lists.'),
  headers: headers.optional().describe('Sent with every request to this engine, and treated as secret.'),
})
export type EngineConfig = z.infer<typeof engineConfig>

function isEngineUrl(given: string): boolean {
  if (!URL.canParse(given)) return false
  const { protocol, username, password } = new URL(given)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

/** An object of exactly these fields; a wrong one is refused with what there is instead. */
function exactly<const Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return 'must be an object'
      const wrong = issue.keys.map((key) => `“${key}”`).join(', ')
      return `may not have ${wrong}; allowed are ${Object.keys(shape).join(', ')}${aboutKeys(issue.keys)}`
    },
  })
}

function aboutKeys(names: readonly string[]): string {
  return names.some((name) => /key/i.test(name))
    ? '. A key never stands in this file: name the variable that holds an engine’s key with apiKeyEnv, and set those of callers with PARLEY_API_KEYS or “npm run keys”'
    : ''
}

/** What is allowed, where a schema has no words of its own. It goes on from the name of the field: “must be …”. */
const ruleOf: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}`
  return undefined
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
}

/** Where in a JSON value a complaint belongs: `engines[0].baseUrl`, `models["acme/tiny"].status`. */
function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = String(step)
    if (!/^[\w$]+$/.test(name)) return `${text}[${JSON.stringify(name)}]`
    return text === '' ? name : `${text}.${name}`
  }, '')
}

const { shape } = model

/** What the operator says of a model, over whatever its engine and the reference catalogue say. */
const modelOverride = exactly({
  name: shape.name.optional(),
  description: shape.description.optional(),
  author: shape.author.optional(),
  slug: shape.slug.optional(),
  owned_by: shape.owned_by.optional(),
  created: shape.created.optional(),
  status: shape.status.optional().describe('“active” does not help where no engine serves it; “deleted” hides it.'),
  visibility: shape.visibility.optional(),
  pricing: shape.pricing.optional().describe('US dollars per 1,000,000 of each metric.'),
  context_length: shape.context_length.optional().describe('Input plus output, in tokens.'),
  model_type: modelType.optional(),
  capabilities: shape.capabilities,
})

const shared: Record<string, z.ZodType> = Object.fromEntries(
  Object.values(settings).map((setting) => [
    fileNameOf(setting),
    setting.schema.optional().meta({ ...setting.schema.meta(), default: setting.otherwise }),
  ]),
)

/** The configuration file: the environment's settings in camelCase, engines, and overrides of models by published id. */
export const configFile = exactly({
  $schema: z.string().optional().describe('The address of this schema, for editors.'),
  ...shared,
  engines: z.array(engineConfig).superRefine(refuseTwins).optional().describe('In order of precedence.'),
  models: z.record(z.string(), modelOverride).optional().describe('Overrides, by the id under which it is published.'),
})

/** What the file says; `settings` is by the settings' names in the code. */
export interface ConfigFile {
  settings: Readonly<Record<string, unknown>>
  engines: readonly EngineConfig[]
  models: Readonly<Record<string, z.infer<typeof modelOverride>>>
}

/** Reads the file's text; `name` stands in the problems. Each of those says where, and what is allowed there. */
export function readConfigFile(text: string, name: string): ConfigFile | { problems: readonly string[] } {
  const value = parseConfig(text)
  if ('problem' in value) return { problems: [`${name} ${value.problem}`] }
  const { success, data, error } = configFile.safeParse(value.json, { error: ruleOf, reportInput: false })
  if (!success) {
    return { problems: error.issues.map(({ path, message }) => `${name}: ${jsonPath(path) || 'it'} ${message}.`) }
  }
  const given: Record<string, unknown> = data
  return {
    settings: Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, given[fileNameOf(setting)]])),
    engines: data.engines ?? [],
    models: data.models ?? {},
  }
}

function parseConfig(text: string): { json: unknown } | { problem: string } {
  try {
    return { json: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch (reason) {
    const position = /at position (\d+)/.exec(String(reason))?.[1]
    const line = position === undefined ? '' : `: see line ${text.slice(0, Number(position)).split('\n').length}`
    return { problem: `is not JSON${line}.` }
  }
}

function refuseTwins(engines: readonly unknown[], context: z.RefinementCtx): void {
  const taken = new Set<unknown>(['built-in'])
  for (const [place, engine] of engines.entries()) {
    const name = isRecord(engine) ? engine['name'] : undefined
    if (taken.has(name)) {
      context.addIssue({
        code: 'custom',
        path: [place, 'name'],
        message: `must be unique, and “${String(name)}” is taken`,
      })
    }
    taken.add(name)
  }
}
