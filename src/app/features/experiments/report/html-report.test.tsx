import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type JudgedCell, reasonsOf } from '#experiments/export/results-table.ts'
import { anyDefinition, anyReply, cellsIn } from '#experiments/experiments.test-support.ts'
import { percentWords } from '#experiments/statistics.ts'
import { adviceOf, conclusionsOf, summarize } from '#experiments/summary.ts'
import { writeHtmlReport } from './html-report.tsx'

const hostile = '</style><script>alert(1)</script><img src=x onerror=alert(1)> <!-- {{word}} javascript:alert(1)'

const definition = anyDefinition({
  name: hostile,
  prompt: { messages: [{ role: 'user', content: `${hostile} {{word}}` }] },
  variants: [
    { id: 'v1', model: hostile, connection: 'https://api.example.test/v1' },
    { id: 'v2', model: 'm2', name: `Two ${hostile}`, parameters: { stop: hostile } },
  ],
  cases: Array.from({ length: 20 }, (_, at) => ({ id: `c${at}`, values: { [hostile]: hostile }, expected: hostile })),
  assertions: [{ type: 'equals', value: hostile }],
})

const judged = cellsIn(definition).map((cell, at): JudgedCell => {
  const isPass = cell.variant.id === 'v2' || at % 4 === 0
  return {
    cell,
    result: {
      key: cell.key,
      date: Date.UTC(2026, 2, 1, 12),
      attempts: 1,
      state: 'done',
      reply: anyReply({ text: hostile, cost: 0.002, latencyMs: 1_500, fingerprint: hostile }),
    },
    score: {
      outcome: isPass ? 'pass' : 'fail',
      share: Number(isPass),
      verdicts: [{ pass: isPass, reason: isPass ? '' : `The reply isn’t ${hostile}` }],
    },
  }
})
const summaries = summarize(definition, judged)

function written(requestsPerMonth?: number) {
  const html = writeHtmlReport({ definition, judged, summaries, date: new Date(2026, 2, 2), requestsPerMonth })
  return { html, page: new DOMParser().parseFromString(html, 'text/html') }
}

it('keeps hostile names, prompts and replies text', () => {
  const { html, page } = written()
  expect(page.querySelectorAll('script, img, a, link, iframe, object, embed, form, base, svg, video')).toHaveLength(0)
  expect(page.querySelectorAll('style')).toHaveLength(1)
  const attributes = [...page.querySelectorAll('*')].flatMap((each) => [...each.attributes].map(({ name }) => name))
  expect(attributes.filter((name) => /^on|href|src|style|action|srcdoc/u.test(name))).toEqual([])
  expect(html).not.toMatch(/<script|<img|<!--/iu)
  expect(page.querySelector('h1')?.textContent).toBe(hostile)
  expect(page.title).toBe(`Report: ${hostile}`)
  expect([...page.querySelectorAll('pre')].some(({ textContent }) => textContent === hostile)).toBe(true)
  const [failure] = judged.filter(({ score }) => score.outcome === 'fail')
  if (!failure) throw new Error('Some replies fail.')
  expect(page.body.textContent).toContain(reasonsOf(failure.result, failure.score)[0])
})

it('loads nothing, and says so to the browser', () => {
  const { page } = written()
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content')
  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'")
  // Tests get empty styles.
  const css = readFileSync('src/app/features/experiments/report/report.css', 'utf8')
  expect(css).not.toMatch(/url\(|@import|@font-face|https?:/u)
  expect(page.documentElement.lang).toBe('en')
})

it('shows the figures of the summary', () => {
  const { page } = written(30_000)
  const rows = [...page.querySelectorAll('table tr')].map(({ children }) =>
    [...children].map((each) => each.textContent),
  )
  expect(rows[0]).toEqual([
    'Variant',
    'Pass rate',
    '95 % interval',
    'Difference',
    'Latency p50',
    'Latency p95',
    'Cost per call',
    'Cost per month',
    'Errors',
  ])
  const [first, second] = summaries
  if (!first?.passRate || !second?.passRate) throw new Error('Both have results.')
  const { value, low, high } = first.passRate
  expect(rows[1]?.slice(1)).toEqual([
    `${percentWords(value)}${first.passed} of ${first.judged}`,
    `${(low * 100).toFixed(1)} to ${percentWords(high)}`,
    '–',
    '1.50 s',
    '1.50 s',
    '$0.002',
    '$60.00',
    '0',
  ])
  expect(rows[2]?.[1]).toBe(`${percentWords(second.passRate.value)}${second.passed} of ${second.judged}`)
  const text = page.body.textContent.replaceAll('\u00A0', ' ')
  expect(text).toContain(adviceOf(definition, summaries))
  for (const { words } of conclusionsOf(definition, summaries)) expect(text).toContain(words)
  expect(text).toContain('Measured on 1 March 2026. Report of 2 March 2026.')
  expect(text).toContain('api.example.test')
})

it('has the same sections for every experiment, and leaves out what is unknown', () => {
  const { page } = written()
  expect([...page.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'Question',
    'Result',
    'How it was measured',
    'Variants',
    'Failures worth reading',
    'Outputs side by side',
  ])
  expect(page.body.textContent).not.toContain('Cost per month')
  const empty = writeHtmlReport({
    definition,
    judged: [],
    summaries: summarize(definition, []),
    date: new Date(2026, 2, 2),
  })
  expect(empty).toContain('No reply was judged yet.')
  expect(empty).toContain('Not complete: 0 of 40 results')
  expect(empty).not.toMatch(/NaN|Infinity|undefined/u)
})
