import { setTimeout as sleep } from 'node:timers/promises'
import { Script, createContext } from 'node:vm'
import { isRecord, parseJson } from '#contract/json.ts'
import { type Model, modelList } from '#contract/model.ts'
import type { MatchPattern } from '#experiments/assertions.ts'
import { type Cell, cellsOf } from '#experiments/cells.ts'
import type { Definition } from '#experiments/definition.ts'
import type { JudgedCell } from '#experiments/export/results-table.ts'
import { fetchStream } from '#experiments/fetch-stream.ts'
import { gradesOf, gradingsOf } from '#experiments/judge.ts'
import { type CellResult, costSince } from '#experiments/results.ts'
import { type RunEnd, limitProblem, startRun } from '#experiments/run.ts'
import { scoreOf } from '#experiments/score.ts'

interface RunOptions {
  /** The service that is called for every variant, without a slash at the end. */
  baseUrl: string
  key: string
  onProgress: (done: number, all: number) => void
}

/** Runs all cells of an experiment and judges them. `problem` says why it couldn't start, and what to do. */
export async function runExperiment(
  definition: Definition,
  { baseUrl, key, onProgress }: RunOptions,
): Promise<{ judged: JudgedCell[]; end: RunEnd } | { problem: string }> {
  const models = await readModels(baseUrl, key)
  if ('problem' in models) return models
  const modelOf = ({ model }: { model: string }) => models.find(({ id }) => id === model)
  const cells = [
    ...cellsOf(definition, {
      endpointOf: () => baseUrl,
      takesSeed: (variant) => modelOf(variant)?.supported_parameters?.includes('seed') === true,
    }),
  ]
  const problem =
    cells.length === 0
      ? 'The experiment has nothing to run. Give it a case, and a variant with a model.'
      : (filesProblem(cells) ??
        judgeProblem(definition) ??
        (definition.spendLimit === undefined ? undefined : limitProblem(cells, modelOf)))
  if (problem !== undefined) return { problem }

  const results = new Map<string, CellResult>()
  /** Makes the calls of some cells. `spent` is what others have cost. */
  const call = (list: readonly Cell[], spent: number) =>
    startRun(
      list,
      { ...definition, spent },
      {
        stream: (_, body, signal) => fetchStream({ baseUrl, key, fetch, now: Date.now }, body, signal),
        save: (cell, result) => {
          results.set(cell.key, result)
          onProgress(results.size, cells.length)
          return Promise.resolve()
        },
        now: Date.now,
        wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
        random: Math.random,
        pricedModel: modelOf,
      },
    ).ended
  const end = await call(cells, 0)
  const answered = cells.flatMap((cell) => {
    const result = results.get(cell.key)
    return result ? [{ cell, result }] : []
  })
  const world = { endpointOf: () => baseUrl }
  const gradings = new Map(
    answered.flatMap((each) => gradingsOf(definition, each, world)).map((each) => [each.key, each]),
  )
  const judgeEnd = end.reason === 'finished' ? await call([...gradings.values()], costSince(results.values(), 0)) : end
  const judged: JudgedCell[] = []
  for (const each of answered) {
    const grade = gradesOf(definition, each, world, (name) => results.get(name))
    judged.push({ ...each, score: await scoreOf(definition, each.cell.testCase, each.result, matchPattern, grade) })
  }
  return { judged, end: judgeEnd }
}

function judgeProblem({ judge, assertions, cases }: Definition): string | undefined {
  const all = [...assertions, ...cases.flatMap((each) => each.assertions)]
  if (all.every(({ type }) => type !== 'judge') || (judge && judge.model !== '')) return undefined
  return 'An assertion asks the judge, and the experiment has none. Choose a judge model in the browser, then export it again.'
}

/** Files of prompts are kept by the browser in which they were attached. */
function filesProblem(cells: readonly Cell[]): string | undefined {
  const hasFile = cells.some(({ body }) => JSON.stringify(body.messages).includes('"attachment:'))
  return hasFile ? 'The prompt has files that only the browser has in which it was made. Run it there.' : undefined
}

async function readModels(baseUrl: string, key: string): Promise<Model[] | { problem: string }> {
  const response = await fetch(`${baseUrl}/models`, {
    headers: key === '' ? {} : { authorization: `Bearer ${key}` },
  }).catch(() => undefined)
  if (!response) return { problem: `${baseUrl} can’t be reached. Start the service, or set --base-url.` }
  if (response.status === 401) return { problem: `${baseUrl} refused the key. Set PARLEY_API_KEY.` }
  const list = modelList.safeParse(parseJson(await response.text()))
  // Services other than Parley list their models in other ways: then prices are unknown.
  return list.success ? list.data.data.filter(isRecord) : []
}

/** Milliseconds that a pattern may take. */
const patternDeadline = 500

const matchPattern: MatchPattern = (pattern, text) => {
  try {
    const script = new Script('new RegExp(pattern, "u").test(text)')
    return Promise.resolve(script.runInContext(createContext({ pattern, text }), { timeout: patternDeadline }) === true)
  } catch (error) {
    const isSlow = isRecord(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    return Promise.resolve(isSlow ? 'timeout' : 'invalid')
  }
}
