import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import { isRecord } from '#contract/json.ts'
import { startParley, type Parley } from '#e2e/parley.ts'
import type { Definition } from '#experiments/definition.ts'
import { writePromptfoo } from '#experiments/export/write-promptfoo.ts'
import { readDefinitionFile } from '#experiments/import/read-definition-file.ts'
import { assertionsOf } from '#experiments/score.ts'
import { runExperiment } from '#tooling/experiment/run-experiment.ts'
import { checkedExperiments } from './checked-experiments.ts'
import { startAnsweringEngine } from './answering-engine.ts'

// npm run promptfoo [-- FILE …]
// Compares verdicts with the real promptfoo, both through one Parley. Without files, experiments of Parley with all
// assertions that a reply's content decides are exported and run there. With files, configurations of promptfoo are imported
// and run here. Exits with 1 if a verdict differs. promptfoo is installed beside the project's own packages when it is
// missing, which takes minutes: it has over 500 dependencies.

/** The newest that runs on Node 20.19. */
const version = '0.120.19'
const folder = resolve('node_modules/.cache/promptfoo')

function install(): void {
  const manifest = join(folder, 'node_modules/promptfoo/package.json')
  if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes(`"version": "${version}"`)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const options = ['--omit=optional', '--omit=peer', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', `promptfoo@${version}`, ...options], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`promptfoo ${version} couldn’t be installed. Is the registry reachable?`)
}

/** A row of promptfoo's results: a test with a provider and a prompt. */
interface Row {
  testIdx: number
  /** Counts pairs of a provider and a prompt, as variants do. */
  promptIdx: number
  success: boolean
  error?: string | null
  gradingResult?: { componentResults?: { pass: boolean; assertion?: { type?: string } }[] } | null
}

/** Runs promptfoo on a configuration. Calls nothing but the service. */
async function runPromptfoo(yaml: string, { baseUrl, key }: Parley): Promise<Row[]> {
  const place = mkdtempSync(join(tmpdir(), 'promptfoo-'))
  const [config, results] = [join(place, 'promptfooconfig.yaml'), join(place, 'results.json')]
  writeFileSync(config, yaml)
  const cli = join(folder, 'node_modules/promptfoo/dist/src/entrypoint.js')
  // Not at once with this process, in which the engine answers. Tests that fail end promptfoo with an error code.
  const run = await promisify(execFile)(
    process.execPath,
    [cli, 'eval', '-c', config, '-o', results, '--no-cache', '--no-table'],
    {
      cwd: place,
      maxBuffer: 2 ** 28,
      env: {
        PATH: process.env['PATH'],
        PROMPTFOO_CONFIG_DIR: place,
        PROMPTFOO_DISABLE_TELEMETRY: '1',
        PROMPTFOO_DISABLE_UPDATE: '1',
        PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
        PARLEY_BASE_URL: `${baseUrl}/v1`,
        PARLEY_API_KEY: key,
      },
    },
  ).catch((error: unknown) => ({ stderr: String(error) }))
  if (!existsSync(results)) throw new Error(`promptfoo wrote no results.\n${run.stderr}`)
  const file = JSON.parse(readFileSync(results, 'utf8')) as { results: { results: Row[] } }
  return file.results.results
}

/** Compares the verdicts of a definition with those of promptfoo; returns the number that were compared and what differs. */
async function compare(definition: Definition, yaml: string, parley: Parley) {
  const rows = await runPromptfoo(yaml, parley)
  const run = await runExperiment(definition, {
    baseUrl: `${parley.baseUrl}/v1`,
    key: parley.key,
    onProgress: () => undefined,
  })
  if ('problem' in run) throw new Error(run.problem)
  let compared = 0
  const differing: string[] = []
  for (const row of rows) {
    const testCase = definition.cases[row.testIdx]
    const variant = definition.variants[row.promptIdx]
    const cell = run.judged.find(({ cell: each }) => each.testCase === testCase && each.variant === variant)
    if (!testCase || !cell) throw new Error(`promptfoo ran a test that Parley hasn’t: ${row.testIdx}, ${row.promptIdx}`)
    const theirs = row.gradingResult?.componentResults ?? []
    const ours = assertionsOf(definition, testCase)
    if (theirs.length !== ours.length) throw new Error(`Test ${row.testIdx + 1} has other assertions in promptfoo.`)
    // Without assertions promptfoo says that a test passes, and Parley that nobody has judged it.
    if (ours.length === 0) continue
    compared += 1
    if (row.success !== (cell.score.outcome === 'pass')) {
      const reply = cell.result.state === 'done' ? cell.result.reply.text : cell.result.message
      differing.push(
        `case ${row.testIdx + 1}, ${cell.cell.variant.name}: Parley says ${cell.score.outcome}, promptfoo ` +
          `${row.success ? 'pass' : 'fail'} (${JSON.stringify(ours)}; reply ${JSON.stringify(reply)}; ${row.error ?? ''})`,
      )
    }
  }
  return { compared, differing }
}

/** A configuration whose providers are the engine's model through Parley, so that both sides ask the same. */
function withLocalModel(yaml: string): string {
  const config: unknown = parse(yaml)
  if (!isRecord(config)) throw new Error('This isn’t a promptfoo configuration.')
  const local = {
    id: 'openai:chat:community/tiny',
    label: 'tiny',
    config: { apiBaseUrl: '{{env.PARLEY_BASE_URL}}', apiKeyEnvar: 'PARLEY_API_KEY', temperature: 0, max_tokens: 100 },
  }
  const { outputPath: _path, targets: _targets, tests, ...rest } = config
  const list: unknown[] = Array.isArray(tests) ? tests : []
  return stringify({ ...rest, providers: [local], tests: list.map(withoutCode) })
}

/** A test without what needs code or a model to judge it. Parley doesn't import this, and says so. */
function withoutCode(test: unknown): unknown {
  if (!isRecord(test)) return test
  const { options: _options, assert, ...rest } = test
  const list: unknown[] = Array.isArray(assert) ? assert : []
  return { ...rest, assert: list.filter((each) => isRecord(each) && isJudgedByText(each)) }
}

function isJudgedByText({ type, transform }: Readonly<Record<string, unknown>>): boolean {
  const isText = typeof type === 'string' && !['javascript', 'python', 'llm-rubric', 'similar'].includes(type)
  return isText && transform === undefined
}

async function main(files: readonly string[]): Promise<number> {
  install()
  const engine = await startAnsweringEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  let differing = 0
  const report = (name: string, outcome: Awaited<ReturnType<typeof compare>>) => {
    differing += outcome.differing.length
    console.log(`${name}: ${outcome.compared} verdicts compared, ${outcome.differing.length} differ`)
    for (const each of outcome.differing) console.log(`  ${each}`)
  }
  try {
    if (files.length === 0) {
      for (const definition of checkedExperiments()) {
        const { yaml, unmapped } = writePromptfoo(definition)
        report(definition.name, await compare(definition, yaml, parley))
        for (const each of unmapped) console.log(`  not exported: ${each}`)
      }
    }
    for (const file of files) {
      const yaml = withLocalModel(readFileSync(file, 'utf8'))
      const read = readDefinitionFile(yaml)
      if ('problem' in read) throw new Error(`${file}: ${read.problem}`)
      engine.answers = read.definition.cases.flatMap((each) =>
        assertionsOf(read.definition, each).map(({ value }) => value),
      )
      report(file, await compare(read.definition, yaml, parley))
      for (const each of read.unmapped) console.log(`  not imported: ${each}`)
    }
  } finally {
    await parley.stop()
    engine.close()
  }
  return differing === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
