import { Document, Scalar, visit } from 'yaml'
import type { JsonRecord } from '#contract/json.ts'
import type { Assertion } from '#experiments/assertions.ts'
import {
  type Definition,
  type Prompt,
  type TestCase,
  type Variant,
  caseName,
  promptOf,
  valuesOf,
  variantName,
} from '#experiments/definition.ts'
import { type PromptfooAssertion, convertAssertion, isWrittenPerCase } from './promptfoo-assertions.ts'
import {
  type PromptfooVariables,
  inertText,
  isInert,
  partsOf,
  promptfooVariables,
  toNunjucks,
} from './promptfoo-variables.ts'

/** What a conversion needs to know of the whole. */
interface Context {
  definition: Definition
  variables: PromptfooVariables
  hasTools: boolean
  /** Sentences about what is lost, each once. */
  unmapped: Set<string>
}

/**
 * Writes an experiment as a promptfoo configuration, for promptfoo 0.120 and later. `unmapped` lists what is lost or differs there,
 * in sentences. Address and key come from the environment variables `PARLEY_BASE_URL` (such as `https://host/v1`) and
 * `PARLEY_API_KEY`. No text of the definition becomes code, an expression or the name of a file in promptfoo.
 */
export function writePromptfoo(definition: Definition): { yaml: string; unmapped: string[] } {
  const prompts = [...new Set(definition.variants.map((each) => promptOf(definition, each)))]
  const context: Context = {
    definition,
    variables: promptfooVariables(definition),
    hasTools: prompts.some(({ tools }) => tools.length > 0),
    unmapped: new Set(),
  }
  const { unmapped } = context
  const shared = convertAll(
    definition.assertions.filter((each) => !isWrittenPerCase(each)),
    definition.cases,
    context,
  )
  const threshold = thresholdFor(definition)
  const defaultTest = { ...(threshold !== undefined && { threshold }), ...(shared.length > 0 && { assert: shared }) }
  const label = (prompt: Prompt) => `prompt ${prompts.indexOf(prompt) + 1}`
  const configuration = {
    description: inertText(definition.name || 'Experiment'),
    prompts: prompts.map((prompt) => ({ label: label(prompt), raw: rawPrompt(prompt, context) })),
    providers: definition.variants.map((variant) => ({
      ...providerOf(variant, context),
      ...(prompts.length > 1 && { prompts: [label(promptOf(definition, variant))] }),
    })),
    ...(Object.keys(defaultTest).length > 0 && { defaultTest }),
    tests: definition.cases.map((each, at) => testOf(each, at, context)),
    evaluateOptions: { repeat: definition.repeats, maxConcurrency: definition.concurrency, cache: false },
  }
  if (definition.spendLimit !== undefined) unmapped.add('The spend limit can’t be exported: promptfoo has none.')
  return { yaml: yamlOf(configuration), unmapped: [...unmapped] }
}

/** promptfoo parses a prompt that is JSON first, and fills in variables in each text then, so values need no escapes. */
function rawPrompt({ messages }: Prompt, { variables }: Context): string {
  return JSON.stringify(mapTexts(messages, (text) => toNunjucks(text, variables)))
}

/** The reasoning models of OpenAI, for which promptfoo sends some parameters only as `passthrough`. */
const reasoningModel = /^(?:o1|o3|o4|gpt-5)|\/(?:o1|o3|o4|gpt-5)/u
/** Parameters that promptfoo knows by these names. All others are passed through. */
const knownParameters = new Set([
  'temperature',
  'max_tokens',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'stop',
])

function providerOf(variant: Variant, context: Context): JsonRecord {
  const { definition, unmapped } = context
  const name = variantName(variant)
  const { tools, toolFields, responseFormat } = promptOf(definition, variant)
  const config: JsonRecord = { apiBaseUrl: '{{env.PARLEY_BASE_URL}}', apiKeyEnvar: 'PARLEY_API_KEY' }
  const passthrough: JsonRecord = {}
  const isReasoning = reasoningModel.test(variant.model)
  // As `response_format` itself, promptfoo would turn replies into objects, and their exact text would be lost.
  const given: JsonRecord = {
    ...variant.parameters,
    ...toolFields,
    ...(responseFormat && { response_format: responseFormat }),
  }
  for (const [key, value] of Object.entries(given)) {
    if (!isInert({ [key]: value })) {
      unmapped.add(
        `“${key}” of the variant “${name}” can’t be exported: promptfoo would change “{{”, file names or “$ref” in it.`,
      )
    } else if (knownParameters.has(key) && !isReasoning) config[key] = value
    else passthrough[key] = value
  }
  if (!isReasoning && (given['temperature'] === undefined || given['max_tokens'] === undefined)) {
    config['omitDefaults'] = true
    unmapped.add(
      `promptfoo before version 0.121 sends temperature 0 and max_tokens 1024 where a variant sets none. Set both in the variant “${name}” if this matters.`,
    )
  }
  if (variant.connection !== null)
    unmapped.add(`The connection of the variant “${name}” can’t be exported: promptfoo uses PARLEY_BASE_URL for all.`)
  if (tools.length > 0) config['tools'] = toolsOf(tools, context)
  // Otherwise promptfoo puts the reasoning before the text.
  config['showThinking'] = false
  if (Object.keys(passthrough).length > 0) config['passthrough'] = passthrough
  return { id: `openai:chat:${inertText(variant.model)}`, label: inertText(name), config }
}

function toolsOf(tools: Prompt['tools'], context: Context): unknown[] {
  const { definition, unmapped } = context
  if (tools.some(({ mock }) => mock !== undefined) || definition.cases.some(({ mocks }) => mocks !== undefined))
    unmapped.add('Mock results of tools can’t be exported: in promptfoo, a reply ends with its tool calls.')
  return tools.map(({ name, description, parameters }) => {
    const convert = (text: string) => toolText(text, name, context)
    return {
      type: 'function',
      function: {
        name,
        ...(description !== '' && { description: convert(description) }),
        ...(parameters && { parameters: mapTexts(parameters, convert) }),
      },
    }
  })
}

/** promptfoo evaluates the texts of tools twice, so what it fills in must contain nothing that it would evaluate. */
function toolText(text: string, tool: string, { definition, variables, unmapped }: Context): string {
  const parts = partsOf(text)
  const names = parts.flatMap((part) => ('variable' in part ? [part.variable] : []))
  const special = names.length === 0 ? /\{[{%#]|#\}/u : /[{}]/u
  const texts = definition.cases.flatMap((each) => names.map((name) => valuesOf(each)[name] ?? ''))
  const literals = parts.flatMap((part) => ('text' in part ? [part.text] : []))
  if (![...texts, ...literals].some((each) => special.test(each))) return toNunjucks(text, variables)
  unmapped.add(`The tool “${tool}” differs in promptfoo, which would evaluate braces in its texts. They are changed.`)
  return inertText(text)
}

function testOf(testCase: TestCase, at: number, context: Context): JsonRecord {
  const { definition, variables } = context
  const own = [...definition.assertions.filter(isWrittenPerCase), ...testCase.assertions]
  const assert = convertAll(own, [testCase], context, at)
  const all = [...definition.assertions, ...testCase.assertions]
  // Assertions without weight only inform. promptfoo would compare a score of 0 with the threshold.
  const isInformed = all.length > 0 && all.every(({ weight }) => weight === 0)
  const values = Object.entries(valuesOf(testCase))
  return {
    description: inertText(caseName(testCase, at)),
    vars: Object.fromEntries(values.map(([name, value]) => [variables.key(name), variables.encode(name, value)])),
    ...(assert.length > 0 && { assert }),
    ...(isInformed && definition.threshold < 1 && { threshold: alwaysMet }),
  }
}

function convertAll(
  assertions: readonly Assertion[],
  cases: readonly TestCase[],
  { variables, hasTools, unmapped }: Context,
  at?: number,
): PromptfooAssertion[] {
  return assertions.flatMap((each) => {
    const { assertion, problem } = convertAssertion(each, { variables, hasTools, cases })
    if (problem !== undefined) unmapped.add(at === undefined ? problem : `Case ${at + 1}: ${problem}`)
    return assertion ?? []
  })
}

/** promptfoo takes 0 for no threshold. */
const alwaysMet = -1

/** Without a threshold, all assertions with a weight must pass. */
function thresholdFor({ threshold, assertions, cases }: Definition): number | undefined {
  if (threshold === 1) return undefined
  if (threshold === 0) return alwaysMet
  const all = [...assertions, ...cases.flatMap((each) => each.assertions)]
  // Sums of fractions are rounded; Parley allows for it, too.
  return all.every(({ weight }) => Number.isInteger(weight)) ? threshold : threshold - 1e-9
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, map)]))
}

/** Texts are quoted: promptfoo's reader would take `2024-01-01` for a date. Only code, which is ASCII, is written in lines. */
function yamlOf(configuration: unknown): string {
  const document = new Document(configuration, { aliasDuplicateObjects: false })
  visit(document, {
    Pair(_, { key, value }) {
      if (!(key instanceof Scalar) || !(value instanceof Scalar) || typeof value.value !== 'string') return
      const isCode = key.value === 'value' && /^[ -~\n]*\n$/u.test(value.value)
      if (isCode) value.type = Scalar.BLOCK_LITERAL
    },
  })
  return document.toString({ lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' })
}
