import { describe, expect, it } from 'vitest'
import type { JudgedCell } from '#experiments/export/results-table.ts'
import { anyDefinition, anyReply, cases, cellsIn, variants } from '#experiments/experiments.test-support.ts'
import type { Outcome } from '#experiments/score.ts'
import {
  casesOf,
  examplesOf,
  excerptOf,
  failedRepeat,
  failuresOf,
  fingerprintsOf,
  hostOf,
  messagesOf,
} from './report-content.ts'
import { assertionWords, methodWords, thresholdWords } from './method-words.ts'

const definition = anyDefinition({ variants: variants(2), cases: cases(5), baseline: 'v1' })

/** Results with these outcomes, by case and variant: `p`ass, `f`ail, `e`rror or unj`u`dged; other letters leave out. */
function judgedAs(outcomes: readonly string[], of = definition): JudgedCell[] {
  const names: Readonly<Record<string, Outcome>> = { p: 'pass', f: 'fail', e: 'error', u: 'unjudged' }
  return cellsIn(of).flatMap((cell): JudgedCell[] => {
    const row = of.cases.findIndex(({ id }) => id === cell.testCase.id)
    const column = of.variants.findIndex(({ id }) => id === cell.variant.id) * of.repeats + cell.repeat
    const outcome = names[outcomes[row]?.[column] ?? '']
    if (!outcome) return []
    const base = { key: cell.key, date: 0, attempts: 1 }
    return [
      {
        cell,
        result:
          outcome === 'error'
            ? { ...base, state: 'failed', message: 'Out of memory.', code: 'x' }
            : { ...base, state: 'done', reply: anyReply({ text: `Reply ${cell.repeat}`, fingerprint: 'fp_1' }) },
        score: { outcome, share: 0, verdicts: outcome === 'fail' ? [{ pass: false, reason: 'It isn’t.' }] : [] },
      },
    ]
  })
}

const idsOf = (list: readonly { testCase: { id: string } }[]) => list.map(({ testCase }) => testCase.id)

describe('failuresOf', () => {
  it('lists what the baseline passes first, then failures, then errors', () => {
    const found = failuresOf(definition, casesOf(definition, judgedAs(['pe', 'ff', 'pf', 'pp', 'fp'])))
    expect(idsOf(found)).toEqual(['c3', 'c2', 'c5', 'c1'])
    expect(found.map(({ isRegression }) => isRegression)).toEqual([true, false, false, false])
    expect(found[0]?.replies.map(({ variant }) => variant.id)).toEqual(['v2'])
  })

  it('finds nothing where all replies pass or weren’t judged', () => {
    expect(failuresOf(definition, casesOf(definition, judgedAs(['pp', 'uu', '--'])))).toEqual([])
  })

  it('shows the repeat that failed, and counts no error as a failure', () => {
    const repeated = anyDefinition({ variants: variants(1), cases: cases(2), repeats: 3 })
    const found = failuresOf(repeated, casesOf(repeated, judgedAs(['epf', 'epp'], repeated)))
    expect(idsOf(found)).toEqual(['c1'])
    const [replies] = found[0]?.replies ?? []
    expect(replies && failedRepeat(replies)).toEqual({ text: 'Reply 2', reasons: ['It isn’t.'] })
  })
})

describe('examplesOf', () => {
  it('takes the first cases whose outcomes differ, otherwise the first', () => {
    const some = casesOf(definition, judgedAs(['pp', 'pf', 'pe', 'fp', 'pf']))
    expect(idsOf(examplesOf(some, 2))).toEqual(['c2', 'c4'])
    const same = casesOf(definition, judgedAs(['--', 'pp', 'pe', 'ff']))
    expect(idsOf(examplesOf(same, 2))).toEqual(['c2', 'c3'])
    expect(examplesOf([], 3)).toEqual([])
  })
})

describe('the words of a report', () => {
  it('says what is missing of a long text, and keeps characters whole', () => {
    expect(excerptOf('short', 5)).toBe('short')
    expect(excerptOf('ab😀cd', 3)).toBe('ab… (4 more characters)')
  })

  it('names versions once, and servers by their host', () => {
    const [first, second] = definition.variants
    if (!first || !second) throw new Error('There are two variants.')
    expect(fingerprintsOf(judgedAs(['pp', 'pp']), first)).toEqual(['fp_1'])
    expect(hostOf(first)).toBeUndefined()
    expect(hostOf({ ...second, connection: 'https://user:pass@api.example.test:8443/v1?k=1' })).toBe(
      'api.example.test:8443',
    )
    expect(hostOf({ ...second, connection: 'gone' })).toBe('gone')
  })

  it('reads the texts of a prompt, and names other parts', () => {
    const { prompt } = anyDefinition({
      prompt: {
        messages: [
          { role: 'system', content: '' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Look' },
              { type: 'image_url', image_url: {} },
            ],
          },
        ],
      },
    })
    expect(messagesOf(prompt)).toEqual([{ role: 'user', text: 'Look\n[image_url]' }])
  })

  it('says when a reply passes', () => {
    expect(assertionWords({ type: 'equals', value: '{{expected}}', weight: 1 })).toBe('Equals: {{expected}}')
    expect(assertionWords({ type: 'is-json', value: '', weight: 1 })).toBe('Is JSON')
    expect(assertionWords({ type: 'max-latency', value: '500', weight: 2 })).toBe(
      'Latency at most: 500 (milliseconds), weight 2',
    )
    expect(assertionWords({ type: 'json-path', value: '1', path: '$.a', weight: 1 })).toBe(
      'JSON path equals: 1, path $.a',
    )
    expect(thresholdWords(definition)).toBe('There are no assertions.')
    expect(
      thresholdWords({ ...definition, assertions: [{ type: 'is-json', value: '', weight: 1 }], threshold: 0.8 }),
    ).toBe('A reply passes if the weights of the assertions that it meets reach 80 % of all weights.')
  })

  it('names the methods that were used', () => {
    const once = methodWords(definition, []).join(' ')
    expect(once).toContain('Wilson score interval over cases')
    expect(once).toContain('exact sign test')
    expect(once).not.toMatch(/Miller|pass\^k|several comparisons/u)
    const repeated = methodWords(anyDefinition({ variants: variants(3), repeats: 4 }), []).join(' ')
    expect(repeated).toMatch(/Miller 2024, arXiv 2411\.00640.*4 repeats all pass.*several comparisons/u)
    expect(methodWords(anyDefinition({}), []).join(' ')).not.toContain('baseline')
    const judge = { model: 'judge/one', connection: null, parameters: {}, rubric: '' }
    const asked = { ...definition, judge, assertions: [{ type: 'judge' as const, value: 'It is short.', weight: 1 }] }
    const [reply, ...others] = judgedAs(['pp'])
    if (!reply) throw new Error('There are no replies.')
    const words = methodWords(asked, [{ ...reply, rating: { rating: 'fail', note: '' } }, ...others]).join(' ')
    expect(words).toMatch(/was decided by judge\/one\. A person rated 1 reply,/u)
  })
})
