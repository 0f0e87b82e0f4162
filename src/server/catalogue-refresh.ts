import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isRecord, parseJson } from '#contract/json.ts'
import { deriveReference } from '#service/catalogue/reference/derive/derive-reference.ts'
import { writeReference } from '#service/catalogue/reference/derive/write-reference.ts'

const target = join(import.meta.dirname, '../service/catalogue/reference/reference-data.json')

const usage = `Pass the two sources, models.dev first:

  npm run catalogue:refresh -- models-dev.json litellm.json

models.dev is anomalyco/models.dev on GitHub: its providers' TOML files as one JSON, {provider: {models: {id: facts}}}.
LiteLLM is model_prices_and_context_window.json of BerriAI/litellm. Both are under the MIT licence.
Say of which day and commit they are, where the files don't: --models-dev-date=YYYY-MM-DD --models-dev-commit=…
--litellm-date=YYYY-MM-DD --litellm-commit=…`

/** Derives the reference catalogue anew and writes it where it is committed: what `npm run catalogue:refresh` runs. */
async function refresh(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'models-dev-date': { type: 'string' },
      'models-dev-commit': { type: 'string' },
      'litellm-date': { type: 'string' },
      'litellm-commit': { type: 'string' },
    },
  })
  const [modelsDevFile, litellmFile] = positionals
  if (modelsDevFile === undefined || litellmFile === undefined) return fail(usage)
  const [modelsDev, litellm] = await Promise.all([readJson(modelsDevFile), readJson(litellmFile)])
  const modelsDevDate = dayOf(values['models-dev-date'] ?? newestUpdate(modelsDev))
  const litellmDate = dayOf(values['litellm-date'] ?? (isRecord(litellm) ? litellm['last_updated'] : undefined))
  if (modelsDevDate === undefined || litellmDate === undefined) return fail(`Of which day are they?\n\n${usage}`)
  const reference = deriveReference(modelsDev, litellm, {
    modelsDev: { date: modelsDevDate, commit: values['models-dev-commit'] },
    litellm: { date: litellmDate, commit: values['litellm-commit'] },
  })
  await writeFile(target, writeReference(reference))
  const priced = reference.models.filter(({ rates }) => rates).length
  process.stdout.write(`${reference.models.length} models, ${priced} with prices, written to ${target}\n`)
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
