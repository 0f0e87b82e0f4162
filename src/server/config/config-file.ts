import { z } from 'zod'
import { isRecord } from '#contract/json.ts'
import { isPlainId } from '#contract/plain-text.ts'
import { model, modelType } from '#contract/model.ts'
import { engineApis } from '#dialects/providers.ts'
import { fileNameOf, settings } from './settings-table.ts'

/** Headers set by the HTTP client. Another value would break the request or route it elsewhere. */
const reservedHeaders = new Set(
  'accept accept-encoding connection content-length content-type expect host keep-alive te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

const urlRule = 'must be an http or https address without a user name, such as http://127.0.0.1:11434/v1'

/** An http or https address without credentials. */
export const engineUrl = z.string(urlRule).refine(isEngineUrl, urlRule).meta({ format: 'uri' })

const variableRule = 'must be the name of an environment variable, such as MY_ENGINE_KEY'
const variableName = z.string(variableRule).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, variableRule)

const headerRule = 'must be a text of one line, or {"env": "NAME"} with the name of an environment variable'

/** A header's value: text, or the environment variable that holds it. */
const headerValue = z.union(
  [z.string().regex(/^[\t\x20-\x7e]*$/, headerRule), z.strictObject({ env: variableName })],
  headerRule,
)

const headers = z.record(z.string(), headerValue).superRefine((given, context) => {
  for (const [name, value] of Object.entries(given)) {
    const complain = (message: string) => context.addIssue({ code: 'custom', path: [name], message })
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) complain('must be a valid header name')
    else if (reservedHeaders.has(name.toLowerCase())) complain('can’t be set, because Parley sets this header itself')
    else if (name.toLowerCase() === 'authorization' && typeof value === 'string') {
      complain('can’t be set in this file: name the variable that holds the key with apiKeyEnv')
    }
  }
})

/** One engine: any server with a chat-completions API, or with Anthropic's. */
export const engineConfig = strictObject({
  name: z
    .string()
    .regex(/^[\w .:-]{1,60}$/, 'must be 1 to 60 letters, digits, spaces or any of . : _ -')
    .describe('Unique name, shown at startup, in logs and in metrics.'),
  baseUrl: engineUrl.describe('The URL under which /models and /chat/completions are served.'),
  api: z
    .enum(engineApis)
    .optional()
    .describe('“anthropic” for a server with Anthropic’s Messages API under /messages. If omitted, “openai”.'),
  apiKeyEnv: variableName.optional().describe('The environment variable that holds the engine’s key.'),
  models: z
    .array(z.string().min(1, 'must not be empty'))
    .min(1, 'must name a model; leave it out to have all')
    .optional()
    .describe('The engine’s ids of the models to publish. If omitted, all models it lists.'),
  headers: headers.optional().describe('Sent with every request to this engine, and treated as secret.'),
})
export type EngineConfig = z.infer<typeof engineConfig>

function isEngineUrl(given: string): boolean {
  if (!URL.canParse(given)) return false
  const { protocol, username, password } = new URL(given)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

/** An object without unknown fields. The error lists the allowed ones. */
function strictObject<const Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return 'must be an object'
      const wrong = issue.keys.map((key) => `“${key}”`).join(', ')
      return `can’t have ${wrong}; allowed are ${Object.keys(shape).join(', ')}${keyHint(issue.keys)}`
    },
  })
}

function keyHint(names: readonly string[]): string {
  return names.some((name) => /key/i.test(name))
    ? '. Keys can’t be stored in this file: name the variable that holds an engine’s key with apiKeyEnv, and set callers’ keys with PARLEY_API_KEYS or “npm run keys”'
    : ''
}

/** Messages for schemas without their own. They continue the field's name: “must be …”. */
const defaultMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}`
  return undefined
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
}

/** A path into a JSON value, such as `engines[0].baseUrl` or `models["acme/tiny"].status`. */
function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = String(step)
    if (!/^[\w$]+$/.test(name)) return `${text}[${JSON.stringify(name)}]`
    return text === '' ? name : `${text}.${name}`
  }, '')
}

const { shape } = model

/** Replaces what the engine and the reference catalogue say about a model. */
const modelOverride = strictObject({
  name: shape.name.optional(),
  description: shape.description.optional(),
  author: shape.author.optional(),
  slug: shape.slug.optional(),
  owned_by: shape.owned_by.optional(),
  created: shape.created.optional(),
  status: shape.status.optional().describe('“active” has no effect if no engine serves the model; “deleted” hides it.'),
  visibility: shape.visibility.optional(),
  pricing: shape.pricing.optional().describe('US dollars per 1,000,000 of each metric.'),
  context_length: shape.context_length.optional().describe('Input plus output, in tokens.'),
  model_type: modelType.optional(),
  embeddings: z
    .boolean('must be true or false')
    .optional()
    .describe('Whether it makes embeddings. Such a model isn’t listed; it is called at /v1/embeddings.'),
  capabilities: shape.capabilities,
})

const routeMember = strictObject({
  engine: z.string().min(1, 'must not be empty').describe('The name of an engine.'),
  model: z.string().min(1, 'must not be empty').describe('The engine’s own id of a model, or its published id.'),
  weight: z
    .number()
    .min(0, 'must be at least 0')
    .max(1_000_000, 'must be at most 1000000')
    .optional()
    .describe('How often it is asked first, relative to the others. If no member has one, the order decides.'),
})

const routeNameRule = 'must be a name of 1 to 200 visible characters without line breaks'

/** Members by public name. */
const routes = z.record(z.string(), z.array(routeMember).min(1, 'must have a member')).superRefine((given, context) => {
  for (const name of Object.keys(given)) {
    if (name.length > 200 || !isPlainId(name))
      context.addIssue({ code: 'custom', path: [name], message: routeNameRule })
  }
})

const shared: Record<string, z.ZodType> = Object.fromEntries(
  Object.values(settings).map((setting) => [
    fileNameOf(setting),
    setting.schema.optional().meta({ ...setting.schema.meta(), default: setting.fallback }),
  ]),
)

/** The configuration file: settings in camelCase, engines, and model overrides by published id. */
export const configFile = strictObject({
  $schema: z.string().optional().describe('URL of this schema, for editors.'),
  ...shared,
  engines: z.array(engineConfig).superRefine(requireUniqueNames).optional().describe('In order of precedence.'),
  routes: routes
    .optional()
    .describe('Models under names of your own, each answered by the first of several engines that can.'),
  models: z.record(z.string(), modelOverride).optional().describe('Overrides by published model id.'),
})

/** The parsed file. `settings` uses the names of the settings table. */
export interface ConfigFile {
  settings: Readonly<Record<string, unknown>>
  engines: readonly EngineConfig[]
  models: Readonly<Record<string, z.infer<typeof modelOverride>>>
  routes: z.infer<typeof routes>
}

/** Parses and validates the file's text. Each problem names the file, the field and what is allowed. */
export function readConfigFile(text: string, name: string): ConfigFile | { problems: readonly string[] } {
  const value = parseConfig(text)
  if ('problem' in value) return { problems: [`${name} ${value.problem}`] }
  const { success, data, error } = configFile.safeParse(value.json, { error: defaultMessage, reportInput: false })
  if (!success) {
    return { problems: error.issues.map(({ path, message }) => `${name}: ${jsonPath(path) || 'it'} ${message}.`) }
  }
  const given: Record<string, unknown> = data
  return {
    settings: Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, given[fileNameOf(setting)]])),
    engines: data.engines ?? [],
    models: data.models ?? {},
    routes: data.routes ?? {},
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

function requireUniqueNames(engines: readonly unknown[], context: z.RefinementCtx): void {
  const taken = new Set<unknown>(['built-in', 'model files', 'routes'])
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
