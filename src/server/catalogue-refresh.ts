import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isRecord, parseJson } from '#contract/json.ts'
import { deriveReference } from '#service/catalogue/reference/derive/derive-reference.ts'
import { reportOf } from '#service/catalogue/reference/derive/report-of.ts'
import { writeReference } from '#service/catalogue/reference/derive/write-reference.ts'

const target = join(import.meta.dirname, '../service/catalogue/reference/reference-data.json')

const usage = `Pass the three sources in this order:

  npm run catalogue:refresh -- models-dev.json litellm.json ruby-llm.json

models.dev is anomalyco/models.dev on GitHub: its providers' TOML files as one JSON, {provider: {models: {id: facts}}}.
LiteLLM is model_prices_and_context_window.json of BerriAI/litellm. ruby_llm is lib/ruby_llm/models.json of
crmne/ruby_llm. All are under the MIT licence.
Add the date and commit of each where the files don't tell: --models-dev-date=YYYY-MM-DD --models-dev-commit=…
--litellm-date=YYYY-MM-DD --litellm-commit=… --ruby-llm-date=YYYY-MM-DD --ruby-llm-commit=…`

const text = { type: 'string' } as const

/** Derives the reference catalogue anew and writes it where it is committed: what `npm run catalogue:refresh` runs. */
async function refresh(args: readonly string[]): Promise<void> {
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
  if (modelsDevFile === undefined || litellmFile === undefined || rubyLlmFile === undefined) return fail(usage)
  const [modelsDev, litellm, rubyLlm] = await Promise.all([modelsDevFile, litellmFile, rubyLlmFile].map(readJson))
  const modelsDevDate = dayOf(values['models-dev-date'] ?? newestUpdate(modelsDev))
  const litellmDate = dayOf(values['litellm-date'] ?? (isRecord(litellm) ? litellm['last_updated'] : undefined))
  const rubyLlmDate = dayOf(values['ruby-llm-date'])
  if (modelsDevDate === undefined || litellmDate === undefined || rubyLlmDate === undefined) {
    return fail(`A date is missing.\n\n${usage}`)
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

/** models.dev's facts are of no earlier day than the last on which one of them was updated. */
function newestUpdate(providers: unknown): string | undefined {
  if (!isRecord(providers)) return undefined
  const days = Object.values(providers).flatMap((provider) => {
    const models = isRecord(provider) && isRecord(provider['models']) ? Object.values(provider['models']) : []
    return models.flatMap((facts) => dayOf(isRecord(facts) ? facts['last_updated'] : undefined) ?? [])
  })
  return days.toSorted().at(-1)
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] : undefined
}

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`)
  process.exitCode = 1
}

try {
  await refresh(process.argv.slice(2))
} catch (reason) {
  fail(reason instanceof Error ? reason.message : String(reason))
}
