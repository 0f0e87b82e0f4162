import { type JsonRecord, isRecord } from '#contract/json.ts'
import { type Definition, experimentLimits, readDefinition } from '#experiments/definition.ts'
import { createNotices, type Notices, quote } from './notices.ts'
import { convertAssertions } from './promptfoo-assertions.ts'
import { convertPrompts, type NamedPrompt } from './promptfoo-prompts.ts'
import { convertProviders, type ImportedProvider } from './promptfoo-providers.ts'
import { convertTests, reportOptions } from './promptfoo-tests.ts'
import { parseYaml } from './safe-yaml.ts'

/** Members that are converted. */
const converted = [
  'description',
  'prompts',
  'providers',
  'targets',
  'tests',
  'defaultTest',
  'evaluateOptions',
  'options',
]
/** Members that change neither requests nor verdicts. */
const harmless = [
  '$schema',
  'tags',
  'metadata',
  'outputPath',
  'sharing',
  'writeLatestResults',
  'commandLineOptions',
  'version',
]
const knownMembers = new Set([...converted, ...harmless])

/**
 * Reads a configuration of promptfoo, in YAML or JSON. Each prompt with each provider becomes a variant without a connection,
 * each test a case. `unmapped` says in sentences what has no counterpart. `problem` says why the file can't be read, for
 * invalid YAML with the line. Never throws.
 */
export function readPromptfoo(text: string): { definition: Definition; unmapped: string[] } | { problem: string } {
  const parsed = parseYaml(text.startsWith('\uFEFF') ? text.slice(1) : text)
  if ('problem' in parsed) return parsed
  const { value: config, warnings } = parsed
  if (!isRecord(config) || !['prompts', 'providers', 'targets', 'tests'].some((name) => Object.hasOwn(config, name)))
    return { problem: 'This isn’t a promptfoo configuration: it has no prompts, providers or tests.' }
  const notices = createNotices()
  for (const warning of warnings) notices.add(warning)
  for (const name of Object.keys(config)) if (!knownMembers.has(name)) notices.add(`${quote(name)} can’t be mapped.`)

  const defaults = defaultsOf(config['defaultTest'], notices)
  const prompts = convertPrompts(config['prompts'], notices)
  const providers = convertProviders(config['providers'] ?? config['targets'], notices)
  const tests = convertTests(config['tests'], defaults, notices)
  if ('problem' in tests) return tests
  const definition = readDefinition({
    parleyExperiment: 1,
    name: typeof config['description'] === 'string' ? config['description'] : '',
    prompt: prompts[0]?.prompt ?? { messages: [{ role: 'user', content: '' }] },
    variants: variantsOf(prompts, providers, notices),
    cases: tests.cases,
    assertions: convertAssertions(defaults['assert'], 'the default test', notices),
    ...(tests.threshold !== undefined && { threshold: tests.threshold }),
    ...runOptions(config, defaults, notices),
  })
  return 'problem' in definition ? definition : { definition, unmapped: notices.list() }
}

function defaultsOf(source: unknown, notices: Notices): JsonRecord {
  if (source === undefined || source === null) return {}
  if (!isRecord(source)) {
    notices.add('The default test is in a file, which can’t be read. Add its variables and assertions yourself.')
    return {}
  }
  for (const name of Object.keys(source))
    if (!['vars', 'assert', 'threshold', 'options', 'metadata', 'description'].includes(name))
      notices.add(`The setting ${quote(name)} of the default test can’t be mapped.`)
  reportOptions(source['options'], 'the default test', notices)
  return source
}

/** Each provider with each of its prompts. The first prompt is the experiment's own. */
function variantsOf(prompts: NamedPrompt[], providers: ImportedProvider[], notices: Notices): unknown[] {
  const none: ImportedProvider = { name: '', model: '', parameters: {}, promptFields: {}, prompts: undefined }
  const variants = (providers.length > 0 ? providers : [none]).flatMap(
    ({ name, model, parameters, promptFields, prompts: only }) => {
      const own = only ? prompts.filter(({ keys }) => keys.some((key) => only.includes(key))) : prompts
      if (prompts.length > 0 && own.length === 0)
        notices.add(`${quote(name || model)} is limited to prompts that weren’t found, so it has no variant.`)
      const used: (NamedPrompt | undefined)[] = prompts.length > 0 ? own : [undefined]
      return used.map((each) => {
        const hasFields = Object.keys(promptFields).length > 0
        const prompt = { messages: [{ role: 'user', content: '' }], ...each?.prompt, ...promptFields }
        return {
          name: prompts.length > 1 && each ? [name || model, each.name].filter(Boolean).join(', ') : name,
          model,
          parameters,
          ...((hasFields || (each && each !== prompts[0])) && { prompt }),
        }
      })
    },
  )
  if (variants.length > experimentLimits.variants)
    notices.add(
      `The prompts and providers make ${variants.length} variants, but an experiment has at most 12. The first 12 were imported.`,
    )
  return variants.slice(0, experimentLimits.variants).map((each, at) => ({ id: `variant-${at + 1}`, ...each }))
}

function runOptions(config: JsonRecord, defaults: JsonRecord, notices: Notices): JsonRecord {
  const sources = [config['evaluateOptions'], config['commandLineOptions'], config['options'], defaults['options']]
  const wholeNumber = (name: string, most: number) => {
    const value = sources.map((each) => (isRecord(each) ? each[name] : undefined)).find((each) => each !== undefined)
    if (value === undefined) return undefined
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
    notices.add(`“${name}” can’t be mapped: it isn’t a whole number from 1 to ${most}.`)
    return undefined
  }
  const repeats = wholeNumber('repeat', experimentLimits.repeats)
  const concurrency = wholeNumber('maxConcurrency', experimentLimits.concurrency)
  return { ...(repeats !== undefined && { repeats }), ...(concurrency !== undefined && { concurrency }) }
}
