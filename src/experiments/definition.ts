import { z } from 'zod'
import { type Assertion, assertionTypes } from './assertions.ts'
import { variablesInAll } from './template.ts'

/** The value of `parleyExperiment` in a definition. A higher one is from a newer Parley. */
const formatVersion = 1

/** The greatest numbers of an experiment; experiments.md, "Model". */
export const experimentLimits = { variants: 12, cases: 10_000, repeats: 20, concurrency: 32 }

const id = z.string().min(1).max(100)
const wireObject = z.record(z.string(), z.unknown())

const assertion: z.ZodType<Assertion> = z.object({
  type: z.enum(assertionTypes),
  value: z.string().default(''),
  path: z.string().optional(),
  arguments: z.string().optional(),
  weight: z.number().min(0).max(1_000).default(1),
})

/** A tool that a model may call. A call of one with a `mock` is answered with it; others end the reply. */
const tool = z.object({
  name: z.string().regex(/^[\w-]{1,64}$/u),
  description: z.string().default(''),
  /** JSON Schema of its arguments. */
  parameters: wireObject.optional(),
  /** A text, or a JSON list of `{when, result}`; see `mockResultOf`. */
  mock: z.string().optional(),
})
export type ExperimentTool = z.infer<typeof tool>

/** Reads a list of tools from JSON; undefined if it is something else. */
export function readTools(value: unknown): ExperimentTool[] | undefined {
  return z.array(tool).safeParse(value).data
}

const message = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(wireObject), z.null()]).default(null),
})
export type PromptMessage = z.infer<typeof message>

const prompt = z.object({
  /** Messages under wire names. Their texts may contain variables. */
  messages: z.array(message),
  tools: z.array(tool).default([]),
  /** `tool_choice` and `parallel_tool_calls`, under wire names. */
  toolFields: wireObject.optional(),
  /** `response_format`, under wire names. */
  responseFormat: wireObject.optional(),
})
export type Prompt = z.infer<typeof prompt>

const variant = z.object({
  id,
  name: z.string().default(''),
  /** The connection that calls the model; null is the service itself. */
  connection: z.string().nullable().default(null),
  model: z.string().default(''),
  /** Parameters of the request under wire names. */
  parameters: wireObject.default({}),
  /** Replaces the experiment's own prompt. */
  prompt: prompt.optional(),
})
export type Variant = z.infer<typeof variant>

const judge = z.object({
  connection: z.string().nullable().default(null),
  model: z.string(),
  /** Parameters of its requests under wire names. */
  parameters: wireObject.default({}),
  /** What makes a reply good. */
  rubric: z.string().default(''),
})
/** A model that judges replies; see `judge.ts`. */
export type Judge = z.infer<typeof judge>

const testCase = z.object({
  id,
  /** A value for each variable, and those of further columns. */
  values: z.record(z.string(), z.string()).default({}),
  expected: z.string().optional(),
  /** Checked in addition to the experiment's own. */
  assertions: z.array(assertion).default([]),
  /** Replace the mock results of tools, by the tool's name. */
  mocks: z.record(z.string(), z.string()).optional(),
  note: z.string().default(''),
})
export type TestCase = z.infer<typeof testCase>

const definition = z.object({
  parleyExperiment: z.literal(formatVersion),
  name: z.string().default(''),
  prompt,
  variants: z.array(variant).max(experimentLimits.variants),
  /** The id of the variant that others are compared with. */
  baseline: z.string().optional(),
  cases: z.array(testCase).max(experimentLimits.cases),
  repeats: z.int().min(1).max(experimentLimits.repeats).default(1),
  assertions: z.array(assertion).default([]),
  judge: judge.optional(),
  /** The share of the weights that a cell must reach to pass, from 0 to 1. */
  threshold: z.number().min(0).max(1).default(1),
  /** Calls that run at once on each connection. */
  concurrency: z.int().min(1).max(experimentLimits.concurrency).default(4),
  /** US dollars that a run may cost; absent for no limit. */
  spendLimit: z.number().min(0).optional(),
})
/** All that an experiment consists of, except its results. It is what a link, a file and the command contain. */
export type Definition = z.infer<typeof definition>

/** A new experiment with one variant and one case. `newId` makes an id that isn't used elsewhere. */
export function emptyDefinition(newId: () => string): Definition {
  return definition.parse({
    parleyExperiment: formatVersion,
    prompt: { messages: [{ role: 'user', content: '' }] },
    variants: [{ id: newId() }],
    cases: [{ id: newId() }],
  })
}

/** Reads a definition from JSON. `problem` says what is wrong with it, and what to do. */
export function readDefinition(value: unknown): Definition | { problem: string } {
  const parsed = definition.safeParse(value)
  if (parsed.success) return repeatedId(parsed.data) ?? parsed.data
  const version = z.object({ parleyExperiment: z.number() }).safeParse(value)
  if (!version.success)
    return {
      problem: 'This isn’t a Parley experiment: "parleyExperiment" is missing. Choose a file that Parley exported.',
    }
  if (version.data.parleyExperiment > formatVersion)
    return { problem: 'This experiment was made with a newer version of Parley. Update Parley, then open it again.' }
  const [issue] = parsed.error.issues
  return { problem: `Fix ${issue?.path.join('.') || 'the experiment'}: ${issue?.message ?? 'it is invalid'}.` }
}

function repeatedId({ variants, cases }: Definition): { problem: string } | undefined {
  for (const list of [variants, cases]) {
    const ids = new Set<string>()
    for (const each of list) {
      if (ids.has(each.id)) return { problem: `Two parts have the id "${each.id}". Give each its own.` }
      ids.add(each.id)
    }
  }
  return undefined
}

/** The prompt of a variant: its own, or the experiment's. */
export function promptOf({ prompt: common }: Pick<Definition, 'prompt'>, { prompt: own }: Variant): Prompt {
  return own ?? common
}

/** The variables of all prompts and assertions, in the order in which they appear first; `expected` isn't one. */
export function variablesOf({ prompt: common, variants, assertions }: Definition): string[] {
  const prompts = [common, ...variants.flatMap((each) => each.prompt ?? [])]
  const names = variablesInAll([prompts.map(({ messages, tools }) => [messages, tools]), assertions])
  return names.filter((name) => name !== 'expected')
}

/** The values that a case gives to the variables of texts and assertions. */
export function valuesOf({ values, expected }: TestCase): Record<string, string> {
  return { ...values, ...(expected !== undefined && { expected }) }
}

/** What a person calls a variant: its name, or its model. */
export function variantName({ name, model }: Pick<Variant, 'name' | 'model'>): string {
  return name.trim() || model || 'New variant'
}

/** What a person calls a case: its number, and the beginning of its first value. */
export function caseName(of: TestCase, at: number): string {
  const [first = ''] = Object.values(of.values)
  const words = first.replaceAll(/\s+/gu, ' ').trim()
  const start = words.length > 40 ? `${words.slice(0, 39)}…` : words
  return start === '' ? `Case ${at + 1}` : `${at + 1}: ${start}`
}
