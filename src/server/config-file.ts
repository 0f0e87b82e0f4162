import { z } from 'zod'
import { model, modelType } from '#contract/model.ts'
import { isRecord } from '#contract/json.ts'
import { exactly, jsonPath, ruleOf } from './config-words.ts'
import { engineConfig, type EngineConfig } from './engine-config.ts'
import { fileNameOf, settings } from './settings-table.ts'

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
