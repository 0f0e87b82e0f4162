import Papa from 'papaparse'
import { z } from 'zod'
import { type Cell, type CellWorld, cellsOf } from '#experiments/cells.ts'
import { type Definition, caseName, readDefinition, variablesOf, variantName } from '#experiments/definition.ts'
import { type CellResult, costOfResult, readResult } from '#experiments/results.ts'
import { type Rating, type Score, isMet, readRating } from '#experiments/score.ts'
import { percentWords, pointsWords } from '#experiments/statistics.ts'
import { type VariantSummary, adviceOf, conclusionsOf, summarize } from '#experiments/summary.ts'
import { isRecord, parseJson } from '#contract/json.ts'

/** A cell that was run. */
export interface AnsweredCell {
  cell: Cell
  result: CellResult
}

/** A cell that was run, and what came of it. */
export interface JudgedCell extends AnsweredCell {
  score: Score
  rating?: Rating
}

/** What starts a formula in a spreadsheet; the programs also skip spaces and control characters before it. */
const formulaStart = /^[\s\p{Cc}]*[=+\-@\t\r]/u
const plainNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu

/** A text that no spreadsheet takes for a formula: replies may be made to run one. */
function guarded(text: string): string {
  return formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** All results as CSV (RFC 4180), one line for each repeat of a cell. Times are milliseconds, costs US dollars. */
export function writeCsv(definition: Definition, judged: readonly JudgedCell[]): string {
  const variables = variablesOf(definition)
  const names = namesOfCases(definition)
  const rows = judged.map(({ cell: { testCase, variant, repeat }, result, score }) => {
    const reply = result.state === 'done' ? result.reply : undefined
    return [
      names.get(testCase.id),
      ...variables.map((name) => testCase.values[name]),
      testCase.expected,
      variantName(variant),
      variant.model,
      repeat + 1,
      score.outcome,
      score.share,
      reasonsOf(result, score).join(' '),
      reply?.text,
      reply?.toolCalls.map(({ name, arguments: json }) => `${name}(${json})`).join(' '),
      reply?.latencyMs,
      reply?.firstTokenMs,
      reply?.tokensIn,
      reply?.tokensOut,
      costOfResult(result),
      new Date(result.date).toISOString(),
    ]
  })
  const heads = ['case', ...variables, 'expected', 'variant', 'model', 'repeat', 'outcome', 'score', 'reasons', 'text']
  const figures = ['tool calls', 'latency ms', 'first token ms', 'tokens in', 'tokens out', 'cost USD', 'date']
  const table = [[...heads, ...figures], ...rows].map((row) =>
    row.map((value = '') => (typeof value === 'string' ? guarded(value) : value)),
  )
  return `${Papa.unparse(table)}\r\n`
}

/** The value of `format` in a file of results, and its version. */
const resultsFormat = 'parley.results'
const resultsVersion = 1

/** The experiment with all results, as JSON. `readResultsFile` reads it. */
export function writeJson(definition: Definition, judged: readonly JudgedCell[], exportedAt: Date): string {
  const file = {
    format: resultsFormat,
    version: resultsVersion,
    exportedAt: exportedAt.toISOString(),
    definition,
    results: judged.map(({ cell: { testCase, variant, repeat }, result, score, rating }) => ({
      case: testCase.id,
      variant: variant.id,
      repeat,
      ...score,
      ...(rating && (rating.rating !== null || rating.note !== '') && { rating }),
      result,
    })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** A result, and the cell that it belongs to. */
export interface PlacedResult {
  caseId: string
  variantId: string
  repeat: number
  result: CellResult
  rating?: Rating
}

const placedResult = z.object({
  case: z.string(),
  variant: z.string(),
  repeat: z.number(),
  result: z.unknown(),
  rating: z.unknown().optional(),
})

/** Reads what `writeJson` wrote. Results that are damaged are left out; verdicts are found again from the assertions. */
export function readResultsFile(
  text: string,
): { definition: Definition; results: PlacedResult[] } | { problem: string } {
  const file = parseJson(text)
  if (!isRecord(file) || file['format'] !== resultsFormat)
    return { problem: 'This isn’t a file of results from Parley. Choose one that was exported as JSON.' }
  if (file['version'] !== resultsVersion) {
    return {
      problem: 'These results were exported from a newer version of Parley. Update Parley, then import them again.',
    }
  }
  const definition = readDefinition(file['definition'])
  if ('problem' in definition) return definition
  const list: readonly unknown[] = Array.isArray(file['results']) ? file['results'] : []
  const results = list.flatMap((each) => {
    const place = placedResult.safeParse(each).data
    const result = readResult(place?.result)
    if (!place || !result) return []
    const rating = readRating(place.rating)
    return [{ caseId: place.case, variantId: place.variant, repeat: place.repeat, result, ...(rating && { rating }) }]
  })
  return { definition, results }
}

/**
 * Results and ratings from elsewhere under the keys of this place: a key depends on the address of the service, which may be another one here.
 * Those of cells that the definition doesn't have are left out.
 */
export function rekeyed(definition: Definition, placed: readonly PlacedResult[], world: CellWorld) {
  const nameOf = (caseId: string, variantId: string, repeat: number) => JSON.stringify([caseId, variantId, repeat])
  const byPlace = new Map(placed.map((each) => [nameOf(each.caseId, each.variantId, each.repeat), each]))
  const results: CellResult[] = []
  const ratings: (Rating & { key: string; date: number })[] = []
  for (const { testCase, variant, repeat, key } of cellsOf(definition, world)) {
    const found = byPlace.get(nameOf(testCase.id, variant.id, repeat))
    if (!found) continue
    results.push({ ...found.result, key })
    if (found.rating) ratings.push({ ...found.rating, key, date: found.result.date })
  }
  return { results, ratings }
}

/** The results as Markdown: the figures of the variants, what may be concluded from them, then what failed. */
export function writeMarkdown(definition: Definition, judged: readonly JudgedCell[]): string {
  const summaries = summarize(definition, judged)
  const columns = markdownColumns(definition)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const advice = adviceOf(definition, summaries)
  const conclusions = conclusionsOf(definition, summaries)
  const names = namesOfCases(definition)
  const failures = judged.flatMap(({ cell: { testCase, variant }, result, score }) =>
    !isMet(score)
      ? [
          `- **${plain(names.get(testCase.id) ?? '')}**, ${plain(variantName(variant))}: ${plain(reasonsOf(result, score).join(' '))}`,
        ]
      : [],
  )
  return [
    `# ${plain(definition.name || 'Experiment')}`,
    '',
    row(columns.map(({ name }) => plain(name))),
    row(columns.map(({ isText }) => (isText === true ? '---' : '--:'))),
    ...summaries.map((each) => row(columns.map(({ value }) => plain(value(each) ?? '')))),
    ...(advice === undefined ? [] : ['', plain(advice)]),
    ...(conclusions.length === 0 ? [] : ['', ...conclusions.map(({ words }) => `- ${plain(words)}`)]),
    ...(failures.length === 0 ? [] : ['', '## Not passed', '', ...failures]),
    '',
  ].join('\n')
}

interface MarkdownColumn {
  name: string
  /** Undefined leaves the cell empty. */
  value: (summary: VariantSummary) => string | undefined
  isText?: boolean
}

function markdownColumns({ repeats, variants }: Definition): MarkdownColumn[] {
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : `${(ms / 1_000).toFixed(2)} s`)
  const share = (value: number | undefined) => (value === undefined ? undefined : percentWords(value))
  const dollars = (value: number | undefined) => (value === undefined ? undefined : `$${Number(value.toPrecision(3))}`)
  const ofRepeats: MarkdownColumn[] = [
    { name: 'pass^k', value: ({ passAll }) => share(passAll) },
    { name: 'Agreement', value: ({ agreement }) => share(agreement) },
  ]
  const ofOthers: MarkdownColumn[] = [
    { name: 'Difference', value: ({ difference }) => difference && pointsWords(difference) },
  ]
  return [
    { name: 'Variant', value: ({ variant }) => variantName(variant), isText: true },
    { name: 'Model', value: ({ variant }) => variant.model, isText: true },
    { name: 'Pass rate', value: ({ passRate }) => share(passRate?.value) },
    {
      name: '95 % interval',
      value: ({ passRate }) => passRate && `${percentWords(passRate.low)} to ${percentWords(passRate.high)}`,
    },
    ...(repeats > 1 ? ofRepeats : []),
    ...(variants.length > 1 ? ofOthers : []),
    { name: 'Latency p50', value: ({ latency }) => seconds(latency?.p50) },
    { name: 'Latency p95', value: ({ latency }) => seconds(latency?.p95) },
    { name: 'Cost per call', value: ({ costPerCall }) => dollars(costPerCall) },
    { name: 'Cost', value: ({ cost, latency }) => (latency === undefined ? undefined : dollars(cost)) },
    { name: 'Errors', value: ({ errors }) => String(errors) },
  ]
}

/** Text on one line in which Markdown and HTML mean nothing. */
function plain(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(/[\\`*_{}[\]<>()#+\-.!|&~]/gu, '\\$&')
}

/** Why a cell didn’t pass: what its failed assertions say, or the error. */
export function reasonsOf(result: CellResult, { verdicts }: Score): string[] {
  if (result.state === 'failed') return [result.message]
  return verdicts.flatMap(({ pass, reason }) => (pass ? [] : [reason]))
}

function namesOfCases({ cases }: Definition): ReadonlyMap<string, string> {
  return new Map(cases.map((testCase, at) => [testCase.id, caseName(testCase, at)]))
}
