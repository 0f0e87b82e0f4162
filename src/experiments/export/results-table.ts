import Papa from 'papaparse'
import type { Cell } from '#experiments/cells.ts'
import { type Definition, caseName, readDefinition, variablesOf, variantName } from '#experiments/definition.ts'
import { type CellResult, costOfResult, readResult } from '#experiments/results.ts'
import type { Score } from '#experiments/score.ts'
import { isRecord, parseJson } from '#contract/json.ts'

/** A cell that was run, and what came of it. */
export interface JudgedCell {
  cell: Cell
  result: CellResult
  score: Score
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
    results: judged.map(({ cell: { testCase, variant, repeat }, result, score }) => ({
      case: testCase.id,
      variant: variant.id,
      repeat,
      ...score,
      result,
    })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Reads what `writeJson` wrote. Results that are damaged are left out; verdicts are found again from the assertions. */
export function readResultsFile(text: string): { definition: Definition; results: CellResult[] } | { problem: string } {
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
  return { definition, results: list.flatMap((each) => (isRecord(each) ? (readResult(each['result']) ?? []) : [])) }
}

/** The results as Markdown: a table of the variants, then what failed. */
export function writeMarkdown(definition: Definition, judged: readonly JudgedCell[]): string {
  const names = namesOfCases(definition)
  const rows = definition.variants.map((variant) => {
    const own = judged.filter(({ cell }) => cell.variant.id === variant.id)
    const count = (outcome: Score['outcome']) => own.filter(({ score }) => score.outcome === outcome).length
    const costs = own.map(({ result }) => costOfResult(result))
    const cost = costs.includes(undefined)
      ? ''
      : `$${costs.reduce<number>((sum, each = 0) => sum + each, 0).toFixed(4)}`
    return [variantName(variant), variant.model, count('pass'), count('fail'), count('error'), cost]
  })
  const failures = judged.flatMap(({ cell: { testCase, variant }, result, score }) =>
    score.outcome === 'fail' || score.outcome === 'error'
      ? [
          `- **${plain(names.get(testCase.id) ?? '')}**, ${plain(variantName(variant))}: ${plain(reasonsOf(result, score).join(' '))}`,
        ]
      : [],
  )
  const lines = [
    ['Variant', 'Model', 'Passed', 'Failed', 'Errors', 'Cost'],
    ['---', '---', '--:', '--:', '--:', '--:'],
    ...rows,
  ]
  return [
    `# ${plain(definition.name || 'Experiment')}`,
    '',
    ...lines.map(
      (row) => `| ${row.map((each) => (each === '---' || each === '--:' ? each : plain(String(each)))).join(' | ')} |`,
    ),
    ...(failures.length === 0 ? [] : ['', '## Not passed', '', ...failures]),
    '',
  ].join('\n')
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
