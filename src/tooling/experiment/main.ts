import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { writeJunit } from '#experiments/export/junit.ts'
import { writeJson } from '#experiments/export/results-table.ts'
import { isMet } from '#experiments/score.ts'
import { readDefinitionFile } from '#experiments/import/read-definition-file.ts'
import { runExperiment } from './run-experiment.ts'
import { summaryOf } from './summary.ts'

// `npm run experiment`: runs an experiment without a browser; docs/experiments.md describes it. Exits with 0 if every cell
// passes, 1 if not, and 2 if the experiment can't be run.

const usage = `Usage: npm run experiment -- FILE [--base-url URL] [--out FILE] [--junit FILE] [--max-cost USD]

FILE is an experiment exported from Parley ("Definition"), or a promptfoo configuration.
The API key is read from the environment variable PARLEY_API_KEY.`

function refuse(problem: string): never {
  console.error(problem)
  process.exit(2)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'base-url': { type: 'string', default: 'http://127.0.0.1:8080/v1' },
        out: { type: 'string' },
        junit: { type: 'string' },
        'max-cost': { type: 'string' },
      },
    })
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

const { positionals, values } = readArguments()
const [file] = positionals
if (file === undefined || positionals.length > 1) refuse(usage)
const maxCost = values['max-cost'] === undefined ? undefined : Number(values['max-cost'])
if (maxCost !== undefined && !(maxCost >= 0)) refuse('Give --max-cost an amount in US dollars, such as 0.50.')

const text = await readFile(file, 'utf8').catch(() => refuse(`${file} can’t be read. Check its name.`))
const read = readDefinitionFile(text)
if ('problem' in read) refuse(`${file}: ${read.problem}`)
for (const each of read.unmapped) console.error(`Not taken over: ${each}`)
const definition = { ...read.definition, spendLimit: maxCost ?? read.definition.spendLimit }

const outcome = await runExperiment(definition, {
  baseUrl: values['base-url'].replace(/\/+$/u, ''),
  key: process.env['PARLEY_API_KEY'] ?? '',
  onProgress: (done, all) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all}`)
  },
})
if (process.stderr.isTTY) process.stderr.write('\r')
if ('problem' in outcome) refuse(outcome.problem)
const { judged, end } = outcome
if (values.out !== undefined) await writeFile(values.out, writeJson(definition, judged, new Date()))
if (values.junit !== undefined) await writeFile(values.junit, writeJunit(definition, judged))
console.log(summaryOf(definition, judged))
if ('message' in end) refuse(end.message)
process.exitCode = judged.every(({ score }) => isMet(score)) ? 0 : 1
