import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readDefinition } from '#experiments/definition.ts'
import { readPromptfoo } from './read-promptfoo.ts'

function read(text: string) {
  const result = readPromptfoo(text)
  if ('problem' in result) throw new Error(result.problem)
  return result
}

function problemOf(text: string) {
  const result = readPromptfoo(text)
  return 'problem' in result ? result.problem : undefined
}

describe('broken and hostile files', () => {
  const bomb = [
    'a0: &a0 [x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: 11 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`),
    'prompts: *a11',
  ].join('\n')
  const mergeBomb = [
    'a0: &a0 {x: 1}',
    ...Array.from({ length: 300 }, (_, at) => `a${at + 1}: &a${at + 1} {<<: [*a${at}, *a${at}, *a${at}]}`),
    'prompts: []',
  ].join('\n')
  const tooLarge = 'This file is larger than 1 MB. Import its tests as a CSV or JSONL file instead.'
  const tooDeep = 'This file nests too deeply in line 1. Simplify it.'
  const aliases = 'This file is too large once its aliases are expanded. Use fewer aliases.'
  const none = 'This isn’t a promptfoo configuration: it has no prompts, providers or tests.'

  it.each([
    ['lists in brackets', '['.repeat(100_000), tooDeep],
    ['members in braces', '{a: '.repeat(100_000), tooDeep],
    ['lists in one line', `${'- '.repeat(100_000)}a`, tooDeep],
    ['keys in one line', '? '.repeat(100_000), tooDeep],
    ['JSON', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'This file nests too deeply. Simplify it.'],
    ['aliases', bomb, aliases],
    ['merges', mergeBomb, aliases],
    [
      'a long text behind many aliases',
      `tests: &t\n  - ${'x'.repeat(50_000)}\nb: [${Array(900).fill('*t').join(',')}]`,
      aliases,
    ],
    ['a huge file', `prompts: [${'a'.repeat(20_000_000)}]`, tooLarge],
    [
      'more combinations than cases',
      stringify({
        tests: [{ vars: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`v${at}`, ['a', 'b', 'c']])) }],
      }),
      'These tests make more than 10,000 cases. Remove some of them.',
    ],
    [
      'an unknown anchor',
      'prompts: *a',
      'This isn’t valid YAML: Unresolved alias (the anchor must be set before the alias): a.',
    ],
    ['many quotation marks', '"'.repeat(300_000), 'This isn’t valid YAML. Correct line 1: '],
    ['many escapes', `"${'\\q'.repeat(450_000)}"`, 'This isn’t valid YAML. Correct line 1: '],
    ['many commas', `[${','.repeat(300_000)}]`, 'This isn’t valid YAML. Correct line 1: '],
    ['nothing', '', none],
    ['a number', '1', none],
    ['a list', '- prompts', none],
    ['another file', 'name: x\nversion: 1', none],
    ['invalid YAML', 'prompts:\n  - "a\nproviders: b: c', 'This isn’t valid YAML. Correct line 3: '],
    [
      'several documents',
      'prompts: a\n---\nprompts: b',
      'This file contains several YAML documents. Split it, and import each separately.',
    ],
    [
      'a repeated key',
      'prompts: a\ntests: []\nprompts: b',
      '“prompts” exists twice. Remove one, for example that in line 3.',
    ],
  ])('ends with a problem for %s', (_, text, problem) => {
    const start = performance.now()
    expect(problemOf(text)).toMatch(problem.endsWith('.') ? new RegExp(`^${escapePattern(problem)}$`, 'u') : problem)
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  it.each([
    ['slashes', '/'],
    ['openings', '{{'],
    ['variables', '{{a}}'],
    ['blocks', '{% raw %}'],
    ['messages', '[{"role": "user", "content": {{ a | dump }}}]'],
  ])('reads a prompt of many %s within a second', (_, text) => {
    const start = performance.now()
    const { definition } = read(JSON.stringify({ prompts: [text.repeat(450_000 / text.length)] }))
    expect(definition.variants).toHaveLength(1)
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  it('ignores custom tags, and says so', () => {
    const { definition, unmapped } = read('prompts:\n  - !!js/function "function () {}"')
    expect(definition.prompt.messages).toEqual([{ role: 'user', content: 'function () {}' }])
    expect(unmapped).toEqual([expect.stringMatching(/^Line 2 was read as plain YAML: /u)])
  })

  it('isn’t harmed by the names of prototypes', () => {
    const { definition } = read(
      'prompts: [a]\ntests: [{vars: {__proto__: {x: 1}, constructor: c}, assert: [{type: constructor}]}]',
    )
    expect(definition.cases[0]?.values).toEqual({ constructor: 'c' })
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  it('makes a valid definition or a problem of members of any type', () => {
    const any = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('file://x', '{{a', '{% b %}', 'openai:chat:', ':'),
    )
    const assertion = fc.record(
      {
        type: fc.oneof(any, fc.constantFrom('equals', 'is-json', 'icontains', 'cost')),
        value: any,
        threshold: any,
        weight: any,
      },
      { requiredKeys: [] },
    )
    const test = fc.record(
      { vars: any, assert: fc.oneof(any, fc.array(assertion)), threshold: any, options: any },
      { requiredKeys: [] },
    )
    const provider = fc.record({ id: any, label: any, config: any, prompts: any }, { requiredKeys: [] })
    const config = fc.record(
      {
        description: any,
        prompts: fc.oneof(any, fc.array(any)),
        providers: fc.oneof(any, fc.array(fc.oneof(any, provider))),
        tests: fc.oneof(any, fc.array(fc.oneof(any, test))),
        defaultTest: fc.oneof(any, test),
        evaluateOptions: any,
      },
      { requiredKeys: ['prompts'] },
    )
    fc.assert(
      fc.property(config, (each) => {
        const result = readPromptfoo(JSON.stringify(each))
        if ('problem' in result) expect(result.problem).toMatch(/\.$/u)
        else expect(readDefinition(JSON.parse(JSON.stringify(result.definition)))).toEqual(result.definition)
      }),
      { numRuns: 500 },
    )
  })

  it('never throws', () => {
    const yaml = fc.stringMatching(/^(?:[-?:[\]{}&*!|>'"%#a\n ,]|prompts: ){0,40}$/u)
    fc.assert(
      fc.property(fc.oneof(fc.string(), yaml), (text) => {
        expect(Object.keys(readPromptfoo(text)).length).toBeGreaterThan(0)
      }),
      { numRuns: 1_000 },
    )
  })
})

function escapePattern(text: string): string {
  return text.replaceAll(/[().]/gu, String.raw`\$&`)
}
