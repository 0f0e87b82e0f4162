import { describe, expect, it } from 'vitest'
import { countCells } from './cells.ts'
import { anyDefinition, cases, cellsIn, plainWorld, variants } from './experiments.test-support.ts'

const keysOf = (definition: ReturnType<typeof anyDefinition>) => cellsIn(definition).map(({ key }) => key)

describe('cellsOf', () => {
  it('makes the request of a case with a variant', () => {
    const [cell] = cellsIn(
      anyDefinition({
        prompt: {
          messages: [
            { role: 'system', content: 'Speak {{language}}' },
            { role: 'user', content: [{ type: 'text', text: '{{word}}' }] },
          ],
          tools: [
            { name: 'look_up', description: 'In {{language}}', parameters: { type: 'object' }, mock: '{{word}}!' },
          ],
          responseFormat: { type: 'json_object' },
        },
        variants: [{ id: 'v', model: 'm', parameters: { temperature: 0.2 } }],
        cases: [{ id: 'c', values: { word: 'hei', language: 'Norwegian' } }],
      }),
    )
    expect(cell?.body).toEqual({
      model: 'm',
      temperature: 0.2,
      messages: [
        { role: 'system', content: 'Speak Norwegian' },
        { role: 'user', content: [{ type: 'text', text: 'hei' }] },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'look_up', description: 'In Norwegian', parameters: { type: 'object' } },
        },
      ],
      response_format: { type: 'json_object' },
    })
    expect(cell?.mocks).toEqual({ look_up: 'hei!' })
  })

  it('goes row by row and gives every cell a key of its own', () => {
    const definition = anyDefinition({ variants: variants(2), cases: cases(3), repeats: 2 })
    const cells = cellsIn(definition)
    expect(cells.map(({ testCase, variant, repeat }) => `${testCase.id} ${variant.id} ${repeat}`).slice(0, 5)).toEqual([
      'c1 v1 0',
      'c1 v1 1',
      'c1 v2 0',
      'c1 v2 1',
      'c2 v1 0',
    ])
    expect(new Set(cells.map(({ key }) => key)).size).toBe(12)
    expect(countCells(definition)).toBe(12)
  })

  it('keeps the keys of all cells that a change doesn’t concern', () => {
    const before = { variants: variants(2), cases: cases(2), repeats: 2 }
    const keys = keysOf(anyDefinition(before))
    const kept = (change: Record<string, unknown>) =>
      keysOf(anyDefinition({ ...before, ...change })).filter((key) => keys.includes(key)).length
    expect(kept({})).toBe(8)
    expect(kept({ name: 'Other', assertions: [{ type: 'is-json' }], threshold: 0.5, concurrency: 1 })).toBe(8)
    expect(kept({ variants: [before.variants[0], { ...before.variants[1], parameters: { temperature: 0 } }] })).toBe(4)
    expect(kept({ cases: cases(3) })).toBe(8)
    expect(kept({ repeats: 3 })).toBe(8)
    expect(kept({ variants: before.variants.toReversed() })).toBe(8)
    expect(kept({ prompt: { messages: [{ role: 'user', content: 'Shout {{word}}' }] } })).toBe(0)
  })

  it('distinguishes the endpoint, and leaves out variants without a model', () => {
    const definition = anyDefinition({
      variants: [
        { id: 'a', model: 'm' },
        { id: 'b', model: '' },
      ],
    })
    const elsewhere = cellsIn(definition, { ...plainWorld, endpointOf: () => 'elsewhere' })
    expect(elsewhere).toHaveLength(1)
    expect(elsewhere[0]?.key).not.toBe(keysOf(definition)[0])
  })

  it('sends further repeats another seed where the model takes one or the variant has one', () => {
    const seeds = (parameters: object, takesSeed: boolean) =>
      cellsIn(anyDefinition({ variants: [{ id: 'v', model: 'm', parameters }], repeats: 3 }), {
        ...plainWorld,
        takesSeed: () => takesSeed,
      }).map(({ body }) => body['seed'])
    expect(seeds({}, false)).toEqual([undefined, undefined, undefined])
    expect(seeds({}, true)).toEqual([undefined, 1, 2])
    expect(seeds({ seed: 7 }, false)).toEqual([7, 8, 9])
  })

  it('replaces mock results by those of the case', () => {
    const tools = [{ name: 'a', mock: 'usual' }, { name: 'b' }]
    const [cell] = cellsIn(
      anyDefinition({
        prompt: { messages: [], tools },
        cases: [{ id: 'c', mocks: { a: 'rare', b: 'now mocked', other: 'unknown tool' } }],
      }),
    )
    expect(cell?.mocks).toEqual({ a: 'rare', b: 'now mocked' })
  })
})
