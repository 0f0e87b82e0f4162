import { describe, expect, it } from 'vitest'
import { caseName, emptyDefinition, readDefinition, variantName, variablesOf } from './definition.ts'
import { anyDefinition, cases, variants } from './experiments.test-support.ts'

/** A definition of version 1, as it is in links, files and databases. It must be readable for ever. */
const golden = {
  parleyExperiment: 1,
  name: 'Invoices',
  prompt: {
    messages: [
      { role: 'system', content: 'Answer in JSON.' },
      { role: 'user', content: [{ type: 'text', text: 'Read {{invoice}}' }] },
    ],
    tools: [{ name: 'convert', description: 'Converts {{currency}}', parameters: { type: 'object' }, mock: '1.19' }],
    toolFields: { tool_choice: 'auto' },
    responseFormat: { type: 'json_object' },
  },
  variants: [
    { id: 'a', name: 'Small', connection: null, model: 'parley/echo', parameters: { temperature: 0 } },
    {
      id: 'b',
      name: '',
      connection: 'c1',
      model: 'gpt',
      parameters: {},
      prompt: { messages: [{ role: 'user', content: '{{hint}}' }], tools: [] },
    },
  ],
  baseline: 'a',
  cases: [
    {
      id: '1',
      values: { invoice: 'Total 3 EUR' },
      expected: '3',
      assertions: [{ type: 'equals', value: '{{expected}}', weight: 2 }],
      mocks: { convert: '1.20' },
      note: 'easy',
    },
  ],
  repeats: 3,
  assertions: [
    { type: 'json-path', value: '3', path: '$.total', weight: 1 },
    { type: 'tool-called', value: 'convert', arguments: '{}', weight: 1 },
  ],
  threshold: 0.5,
  concurrency: 2,
  spendLimit: 1.5,
}

describe('readDefinition', () => {
  it('reads every field of version 1', () => {
    expect(readDefinition(structuredClone(golden))).toEqual(golden)
  })

  it.each([
    [null, /isn’t a Parley experiment/u],
    [{ parleyExperiment: 2 }, /newer version/u],
    [{ ...golden, repeats: 21 }, /Fix repeats/u],
    [{ ...golden, variants: variants(13) }, /Fix variants/u],
    [{ ...golden, cases: cases(10_001) }, /Fix cases/u],
    [{ ...golden, cases: [{ id: 'x' }, { id: 'x' }] }, /the id "x"/u],
    [{ ...golden, assertions: [{ type: 'magic' }] }, /Fix assertions\.0\.type/u],
  ])('refuses what is wrong, and says what', (value, problem) => {
    expect(readDefinition(value)).toEqual({ problem: expect.stringMatching(problem) })
  })

  it('reads a new experiment as it is', () => {
    let next = 0
    const definition = emptyDefinition(() => `id${(next += 1)}`)
    expect(readDefinition(JSON.parse(JSON.stringify(definition)))).toEqual(definition)
    expect(definition).toMatchObject({ variants: [{ id: 'id1' }], cases: [{ id: 'id2' }], repeats: 1 })
  })
})

describe('names', () => {
  it('finds the variables of all prompts, tools and assertions', () => {
    const assertions = [{ type: 'equals', value: '{{expected}} {{unit}}' }]
    expect(variablesOf(anyDefinition({ ...golden, assertions }))).toEqual(['invoice', 'currency', 'hint', 'unit'])
  })

  it('calls variants and cases by what people know them by', () => {
    expect(variantName({ name: ' ', model: 'm' })).toBe('m')
    expect(variantName({ name: 'Short', model: 'm' })).toBe('Short')
    expect(variantName({ name: '', model: '' })).toBe('New variant')
    const named = (word: string) => caseName({ id: 'c', values: { word }, assertions: [], note: '' }, 2)
    expect(named('Some\n words')).toBe('3: Some words')
    expect(named('')).toBe('Case 3')
    expect(named('x'.repeat(50))).toBe(`3: ${'x'.repeat(39)}…`)
  })
})
