import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isRecord, parseJson } from '#contract/json.ts'
import type { ReferenceData, ReferenceEntry } from '#service/catalogue/reference/reference-entry.ts'
import { deriveReference } from './reference-catalogue/derive-reference.ts'

/** JSON with one model per line, so that diffs show the changed models. */
export function writeReference({ sources, makers, providers, models }: ReferenceData): string {
  return `{"sources": ${linesOf(sources)},
"makers": ${JSON.stringify(makers)},
"providers": ${JSON.stringify(providers)},
"models": ${linesOf(models)}}
`
}

function linesOf(items: readonly object[]): string {
  return `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`
}

/** Fields that may be missing, in the report's order. */
const facts: readonly (readonly [string, (entry: ReferenceEntry) => boolean])[] = [
  ['a name other than the id', ({ id, name }) => name === id.slice(id.indexOf('/') + 1)],
  ['a release date', ({ released }) => released === undefined],
  ['a price', ({ rates }) => rates === undefined],
  ['a context length', ({ type, context }) => type === 'text_generation' && context === undefined],
  ['a maximum output', ({ type, max_output: most }) => type === 'text_generation' && most === undefined],
  ['modalities', ({ input, output }) => input === undefined || output === undefined],
  ['a knowledge cutoff', ({ type, cutoff }) => type === 'text_generation' && cutoff === undefined],
  ['whether the weights are open', ({ open_weights: isOpen }) => isOpen === undefined],
]

/** Reports for which models each fact is unknown, to be reviewed after a refresh. */
export function reportOf({ models }: Pick<ReferenceData, 'models'>): string {
  const deprecated = models.filter((entry) => entry.deprecated === true).length
  const lines = facts.map(([name, isMissing]) => {
    const ids = models.filter(isMissing).map(({ id }) => id)
    return `${ids.length} without ${name}${ids.length > 0 ? `: ${ids.join(', ')}` : ''}`
  })
  return [`${models.length} models, ${deprecated} of them deprecated`, ...lines].join('\n')
}

const target = join(import.meta.dirname, '../service/catalogue/reference/reference-data.json')

const usage = `Pass the three sources in this order:

  npm run catalogue:refresh -- models-dev.json litellm.json ruby-llm.json

models.dev is anomalyco/models.dev on GitHub: its providers' TOML files as one JSON, {provider: {models: {id: facts}}}.
LiteLLM is model_prices_and_context_window.json of BerriAI/litellm. ruby_llm is lib/ruby_llm/models.json of
crmne/ruby_llm. All are under the MIT licence.
Add the date and commit of each where the files don't tell: --models-dev-date=YYYY-MM-DD --models-dev-commit=…
--litellm-date=YYYY-MM-DD --litellm-commit=… --ruby-llm-date=YYYY-MM-DD --ruby-llm-commit=…`

const text = { type: 'string' } as const

/**
 * Derives the reference catalogue and writes the committed file. `npm run catalogue:refresh` runs this. Rejects with what
 * to do if a file or a date is missing.
 */
export async function refresh(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'models-dev-date': text,
      'models-dev-commit': text,
      'litellm-date': text,
      'litellm-commit': text,
      'ruby-llm-date': text,
      'ruby-llm-commit': text,
    },
  })
  const [modelsDevFile, litellmFile, rubyLlmFile] = positionals
  if (modelsDevFile === undefined || litellmFile === undefined || rubyLlmFile === undefined) throw new Error(usage)
  const [modelsDev, litellm, rubyLlm] = await Promise.all([modelsDevFile, litellmFile, rubyLlmFile].map(readJson))
  const modelsDevDate = dayOf(values['models-dev-date'] ?? newestUpdate(modelsDev))
  const litellmDate = dayOf(values['litellm-date'] ?? (isRecord(litellm) ? litellm['last_updated'] : undefined))
  const rubyLlmDate = dayOf(values['ruby-llm-date'])
  if (modelsDevDate === undefined || litellmDate === undefined || rubyLlmDate === undefined) {
    throw new Error(`A date is missing.\n\n${usage}`)
  }
  const reference = deriveReference(
    { modelsDev, litellm, rubyLlm },
    {
      modelsDev: { date: modelsDevDate, commit: values['models-dev-commit'] },
      litellm: { date: litellmDate, commit: values['litellm-commit'] },
      rubyLlm: { date: rubyLlmDate, commit: values['ruby-llm-commit'] },
    },
  )
  await writeFile(target, writeReference(reference))
  process.stdout.write(`${reportOf(reference)}\nWritten to ${target}\n`)
}

async function readJson(file: string): Promise<unknown> {
  const value = parseJson(await readFile(file, 'utf8'))
  if (value === undefined) throw new Error(`${file} is not JSON.`)
  return value
}

/** The date of models.dev's data: the latest update of any of its models. */
function newestUpdate(providers: unknown): string | undefined {
  if (!isRecord(providers)) return undefined
  const days = Object.values(providers).flatMap((provider) => {
    const models = isRecord(provider) && isRecord(provider['models']) ? Object.values(provider['models']) : []
    return models.flatMap((each) => dayOf(isRecord(each) ? each['last_updated'] : undefined) ?? [])
  })
  return days.toSorted().at(-1)
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] : undefined
}

// Only when run directly: tests import this file.
if (process.argv[1] === import.meta.filename) {
  try {
    await refresh(process.argv.slice(2))
  } catch (reason) {
    process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
    process.exitCode = 1
  }
}
