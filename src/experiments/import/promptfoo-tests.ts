import { type JsonRecord, isRecord } from '#contract/json.ts'
import { experimentLimits, type TestCase } from '#experiments/definition.ts'
import { type Notices, quote } from './notices.ts'
import { convertAssertions } from './promptfoo-assertions.ts'

/** A browser would hardly hold more values. */
const mostValues = 1_000_000

/** Members of a test that are converted, or that change nothing. */
const known = new Set(['vars', 'assert', 'description', 'threshold', 'options', 'metadata'])

/** Cases of promptfoo's `tests`, and the threshold that they have in common. */
export interface ImportedTests {
  cases: TestCase[]
  threshold: number | undefined
}

/**
 * Converts promptfoo's `tests`. `defaults` is `defaultTest`, whose variables each case gets. A variable with a list of texts makes
 * a case for each of them, as in promptfoo.
 */
export function convertTests(
  source: unknown,
  defaults: JsonRecord,
  notices: Notices,
): ImportedTests | { problem: string } {
  const tests = testsOf(source, notices)
  const common = varsOf(defaults['vars'], 'the default test', notices)
  const cases: TestCase[] = []
  const thresholds = new Set<unknown>()
  let values = 0
  for (const [at, test] of tests.entries()) {
    const of = `test ${at + 1}`
    if (!isRecord(test)) {
      notices.add(
        typeof test === 'string'
          ? `The tests in ${quote(test)} can’t be read. Import that file as cases.`
          : `${of.replace('t', 'T')} can’t be mapped: it isn’t an object.`,
      )
      continue
    }
    thresholds.add(test['threshold'] ?? defaults['threshold'])
    reportMembers(test, of, notices)
    const assertions = convertAssertions(test['assert'], of, notices)
    const note = typeof test['description'] === 'string' ? test['description'] : ''
    const vars = new Map([...common, ...varsOf(test['vars'], of, notices)])
    for (const combination of combinationsOf(vars)) {
      values += combination.length
      if (cases.length === experimentLimits.cases)
        return { problem: 'These tests make more than 10,000 cases. Remove some of them.' }
      if (values > mostValues) return { problem: 'These tests have more than a million values. Remove some variables.' }
      cases.push({ id: `case-${cases.length + 1}`, ...fieldsOf(combination), assertions, note })
    }
  }
  return { cases, threshold: thresholdOf(thresholds, notices) }
}

/** Without tests, promptfoo calls each prompt once. */
function testsOf(source: unknown, notices: Notices): unknown[] {
  if (source === undefined || source === null) return [{}]
  if (Array.isArray(source)) return source
  if (typeof source === 'string') return [source]
  notices.add('The tests can’t be mapped: they aren’t a list.')
  return []
}

function reportMembers(test: JsonRecord, of: string, notices: Notices) {
  for (const name of Object.keys(test))
    if (!known.has(name)) notices.add(`The setting ${quote(name)} of ${of} can’t be mapped.`)
  reportOptions(test['options'], of, notices)
}

/** Reports the options of a test that change its requests or its verdict. `provider` only grades. */
export function reportOptions(options: unknown, of: string, notices: Notices): void {
  for (const name of isRecord(options) ? Object.keys(options) : [])
    if (!['repeat', 'provider', 'rubricPrompt'].includes(name))
      notices.add(`The option ${quote(name)} of ${of} can’t be mapped.`)
}

/** The values that each variable takes. */
function varsOf(vars: unknown, of: string, notices: Notices): Map<string, string[]> {
  const values = new Map<string, string[]>()
  if (typeof vars === 'string' || Array.isArray(vars))
    notices.add(`The variables of ${of} are in a file, which can’t be read. Add their values to the cases.`)
  for (const [name, value] of isRecord(vars) ? Object.entries(vars) : []) {
    if (name === '__proto__' || value === null || value === undefined) continue
    const list = Array.isArray(value) && value.every((each: unknown) => typeof each === 'string') ? value : undefined
    const texts = (list && list.length > 0 ? list : [value]).map((each: unknown) =>
      typeof each === 'string' ? each : JSON.stringify(each),
    )
    const inFile = texts.find((each) => each.startsWith('file://'))
    if (inFile !== undefined) {
      notices.add(
        `The value of ${quote(name)} in ${of} is in the file ${quote(inFile)}, which can’t be read. Add it to the cases.`,
      )
      continue
    }
    if (texts.some((each) => /\{\{|\{%/u.test(each)))
      notices.add(`The value of ${quote(name)} in ${of} is a template itself. It stays as it is.`)
    values.set(name, texts)
  }
  return values
}

type Values = (readonly [name: string, value: string])[]

/** All combinations of the values, counting up the last variable first. */
function* combinationsOf(vars: ReadonlyMap<string, string[]>): Generator<Values> {
  const entries = [...vars]
  const positions = entries.map(() => 0)
  for (;;) {
    yield entries.map(([name, values], at) => [name, values[positions[at] ?? 0] ?? ''] as const)
    let at = entries.length - 1
    while (at >= 0 && (positions[at] ?? 0) + 1 === entries[at]?.[1].length) {
      positions[at] = 0
      at -= 1
    }
    if (at < 0) return
    positions[at] = (positions[at] ?? 0) + 1
  }
}

/** Assertions use `{{expected}}` for the expected text, so the variable of this name is that text. */
function fieldsOf(values: Values): Pick<TestCase, 'values' | 'expected'> {
  const expected = values.find(([name]) => name === 'expected')
  return {
    values: Object.fromEntries(values.filter((each) => each !== expected)),
    ...(expected && { expected: expected[1] }),
  }
}

function thresholdOf(thresholds: Set<unknown>, notices: Notices): number | undefined {
  const [first, ...others] = thresholds
  if (others.length > 0)
    notices.add('The tests have different thresholds, but an experiment has only one. All assertions must pass now.')
  if (others.length > 0 || first === undefined) return undefined
  if (typeof first === 'number' && first >= 0 && first <= 1) return first
  notices.add('The threshold isn’t a number from 0 to 1. All assertions must pass now.')
  return undefined
}
