import { cellsOf } from '#experiments/cells.ts'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { anyDefinition, anyReply, cases, cellsIn } from '#experiments/experiments.test-support.ts'
import { pointsWords } from '#experiments/statistics.ts'
import { summarize } from '#experiments/summary.ts'
import { type JudgedCell, readResultsFile, rekeyed, writeCsv, writeJson, writeMarkdown } from './results-table.ts'

const definition = anyDefinition({
  name: 'Results | *all*',
  cases: [
    { id: 'c1', values: { word: '=1+1' }, expected: '\n-2' },
    { id: 'c2', values: { word: '-5' } },
  ],
})

const judged = cellsIn(definition).map((cell, at): JudgedCell => ({
  cell,
  result: {
    key: cell.key,
    date: 0,
    attempts: 1,
    state: 'done',
    reply: anyReply({ text: at === 0 ? '@SUM(A1) "quoted"\nline' : 'fine', cost: 0.25, tokensIn: 3, tokensOut: 4 }),
  },
  score: {
    outcome: at === 0 ? 'fail' : 'pass',
    share: at === 0 ? 0 : 1,
    verdicts: [{ pass: at === 1, reason: at === 0 ? 'It has <script>.' : '' }],
  },
}))

describe('writeCsv', () => {
  it('writes a line for each cell, and guards what a spreadsheet would run', () => {
    const { data } = Papa.parse<Record<string, string>>(writeCsv(definition, judged).trim(), { header: true })
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({
      word: "'=1+1",
      expected: "'\n-2",
      text: `'@SUM(A1) "quoted"\nline`,
      outcome: 'fail',
      'cost USD': '0.25',
      date: '1970-01-01T00:00:00.000Z',
    })
    // A number stays one.
    expect(data[1]?.['word']).toBe('-5')
  })
})

const placeOf = ({ cell, result }: JudgedCell) => ({
  caseId: cell.testCase.id,
  variantId: cell.variant.id,
  repeat: cell.repeat,
  result,
})

describe('writeJson', () => {
  it('is read again, with all results and ratings', () => {
    const rating = { rating: 'pass' as const, note: 'Good.' }
    const [first, ...others] = judged
    if (!first) throw new Error('There are no results.')
    const file = writeJson(definition, [{ ...first, rating }, ...others], new Date(0))
    expect(readResultsFile(file)).toEqual({
      definition,
      results: [{ ...placeOf(first), rating }, ...others.map(placeOf)],
    })
  })

  it('is read in version 1 for ever', () => {
    const place = { case: 'c', variant: 'v', repeat: 0 }
    const result = { key: 'k', date: 1, attempts: 3, state: 'failed', message: 'No.', code: 'x', cost: 0.1 }
    const golden = {
      format: 'parley.results',
      version: 1,
      exportedAt: '',
      definition,
      results: [{ ...place, result }, { ...place, result: { key: 'damaged' } }, 7],
    }
    expect(readResultsFile(JSON.stringify(golden))).toEqual({
      definition,
      results: [{ caseId: 'c', variantId: 'v', repeat: 0, result }],
    })
  })

  it.each([
    ['{', /a file of results/u],
    ['{"format":"parley.results","version":2}', /newer version/u],
    ['{"format":"parley.results","version":1}', /isn’t a Parley experiment/u],
  ])('refuses %s', (text, problem) => {
    expect(readResultsFile(text)).toEqual({ problem: expect.stringMatching(problem) })
  })
})

describe('writeMarkdown', () => {
  it('writes a table and what failed, as plain text', () => {
    const markdown = writeMarkdown(definition, judged)
    expect(markdown).toContain('# Results \\| \\*all\\*')
    expect(markdown).toContain(
      '| m1 | m1 | 50\\.0 % | 9\\.5 % to 90\\.5 % | 0\\.10 s | 0\\.10 s | $0\\.25 | $0\\.5 | 0 |',
    )
    expect(markdown).toContain('It has \\<script\\>')
  })

  it('writes the figures of the summary and its conclusions', () => {
    const compared = anyDefinition({
      variants: [
        { id: 'v1', model: 'm1' },
        { id: 'v2', model: 'm2', name: '[b](javascript:x)' },
      ],
      cases: cases(12),
      repeats: 2,
    })
    const all = cellsIn(compared).map((cell): JudgedCell => ({
      cell,
      result: { key: cell.key, date: 0, attempts: 1, state: 'done', reply: anyReply({ text: 'fine' }) },
      score: { outcome: cell.variant.id === 'v1' ? 'fail' : 'pass', share: 1, verdicts: [] },
    }))
    const markdown = writeMarkdown(compared, all)
    const [, second] = summarize(compared, all)
    const heads = 'Variant | Model | Pass rate | 95 % interval | pass^k | Agreement | Difference | Latency p50'
    expect(markdown).toContain(`| ${heads} |`)
    expect(second?.difference?.verdict).toBe('better')
    const difference = second?.difference ? pointsWords(second.difference) : ''
    expect(markdown).toContain(` | ${difference.replaceAll(/[.+()]/gu, '\\$&')} | `)
    expect(markdown).toContain('\nTake \\[b\\]\\(javascript:x\\): it passes more cases than m1\\.\n')
    expect(markdown).toContain('\n- \\[b\\]\\(javascript:x\\) is better than m1: ')
  })
})

it('finds the cells of imported results where the service has another address', () => {
  const elsewhere = { endpointOf: () => 'https://elsewhere.example/v1', takesSeed: () => false }
  const rating = { rating: 'fail' as const, note: 'Too long.' }
  const [first, ...others] = judged.map(placeOf)
  if (!first) throw new Error('There are no results.')
  const { results, ratings } = rekeyed(definition, [{ ...first, rating }, ...others], elsewhere)
  const keys = [...cellsOf(definition, elsewhere)].map(({ key }) => key)
  expect(results.map(({ key }) => key)).toEqual(keys)
  expect(results[0]).toEqual({ ...judged[0]?.result, key: keys[0] })
  expect(ratings).toEqual([{ ...rating, key: keys[0], date: first.result.date }])
  expect(rekeyed({ ...definition, cases: [] }, judged.map(placeOf), elsewhere)).toEqual({ results: [], ratings: [] })
})
