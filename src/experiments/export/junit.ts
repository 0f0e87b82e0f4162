import { type Definition, caseName, variantName } from '#experiments/definition.ts'
import type { CellResult } from '#experiments/results.ts'
import { type Score, isMet, isPending } from '#experiments/score.ts'
import { type JudgedCell, reasonsOf } from './results-table.ts'

/** The results as JUnit XML, as CI systems read it: a suite for each variant, a test for each cell. Times are seconds. */
export function writeJunit({ name, cases, variants }: Definition, judged: readonly JudgedCell[]): string {
  const places = new Map(cases.map(({ id }, at) => [id, at]))
  const suites = variants.map((variant) => {
    const own = judged.filter(({ cell }) => cell.variant.id === variant.id)
    const tests = own.map(({ cell: { testCase, repeat }, result, score }) => {
      const title = caseName(testCase, places.get(testCase.id) ?? 0)
      const seconds = result.state === 'done' ? result.reply.latencyMs / 1_000 : 0
      const open = `    <testcase classname="${xml(variantName(variant))}" name="${xml(`${title}, repeat ${repeat + 1}`)}" time="${seconds}"`
      const inside = insideOf(result, score)
      return inside === '' ? `${open}/>` : `${open}>\n      ${inside}\n    </testcase>`
    })
    const failures = own.filter(({ score }) => score.outcome === 'fail').length
    const errors = own.filter(({ score }) => score.outcome === 'error' || isPending(score)).length
    return [
      `  <testsuite name="${xml(variantName(variant))}" tests="${own.length}" failures="${failures}" errors="${errors}">`,
      ...tests,
      '  </testsuite>',
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xml(name)}">\n${suites.join('\n')}\n</testsuites>\n`
}

function insideOf(result: CellResult, score: Score): string {
  if (result.state === 'failed') return `<error message="${xml(result.message)}"/>`
  if (isMet(score)) return ''
  const reasons = xml(reasonsOf(result, score).join('\n'))
  if (isPending(score)) return `<error message="${reasons}"/>`
  return `<failure message="${reasons}">${xml(result.reply.text)}</failure>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 can't contain, even escaped, become the replacement character. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/gu, (character) => entities[character] ?? character)
    .replaceAll('\n', '&#10;')
}
