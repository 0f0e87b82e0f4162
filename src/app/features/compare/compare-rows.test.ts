import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/model.ts'
import { firstWorkload } from '#app/models/workload.ts'
import { compareRows } from './compare-rows.ts'

const least: Model = {
  id: 'a/b',
  object: 'model',
  author: 'community',
  slug: 'b',
  name: 'B',
  description: '',
  created: 0,
  owned_by: 'a',
  status: 'active',
  visibility: 'public',
  pricing: [],
  context_length: 4096,
  context_length_known: false,
  model_type: 'text_generation',
}
const priced = (input: number, output: number): Model['pricing'] => [
  { metric: 'input_tokens', rate: input },
  { metric: 'output_tokens', rate: output },
]
const rowsOf = (models: Model[]) => new Map(compareRows(models, firstWorkload, 0).map((row) => [row.name, row]))
const bestOf = (models: Model[], name: string) =>
  rowsOf(models)
    .get(name)
    ?.cells.map(({ best }) => best)

describe('the rows of a comparison', () => {
  it('mark the lowest price and cost, and the largest context; all of those that share it', () => {
    const models = [
      { ...least, pricing: priced(1, 2), context_length: 200_000, context_length_known: true },
      { ...least, pricing: priced(0.5, 2), context_length: 200_000, context_length_known: true },
      { ...least, pricing: priced(2, 3), context_length: 8_192, context_length_known: true },
    ]
    expect(bestOf(models, 'Input tokens / 1M')).toEqual([false, true, false])
    expect(bestOf(models, 'Output tokens / 1M')).toEqual([true, true, false])
    expect(bestOf(models, 'Context')).toEqual([true, true, false])
    expect(bestOf(models, 'Cost of 30 days')).toEqual([false, true, false])
  })

  it('mark nothing where all are the same, only one is known, or nothing is', () => {
    const one = { ...least, pricing: priced(1, 1) }
    expect(bestOf([one, one], 'Input tokens / 1M')).toEqual([false, false])
    expect(bestOf([one, least], 'Input tokens / 1M')).toEqual([false, false])
    expect(bestOf([least, least], 'Context')).toEqual([false, false])
  })

  it('tell unknown from nothing, and never make a no of it', () => {
    const rows = rowsOf([least, { ...least, capabilities: ['vision'], pricing: priced(0, 0) }])
    expect(rows.get('Vision')?.cells.map(({ text }) => text)).toEqual(['–', 'Yes'])
    expect(rows.get('Reasoning')?.cells.map(({ text }) => text)).toEqual(['–', '–'])
    expect(rows.get('Input tokens / 1M')?.cells.map(({ text }) => text)).toEqual(['–', 'Free'])
    expect(rows.get('Released')?.cells.map(({ value }) => value)).toEqual([null, null])
    expect(rows.get('Cost of a day')?.cells.map(({ text }) => text)).toEqual(['–', '$0'])
  })

  it('say what a newer service says, by its own name', () => {
    const rows = rowsOf([{ ...least, status: 'resting' as 'active', model_type: 'video' as 'moderation' }])
    expect(rows.get('Status')?.cells.map(({ text }) => text)).toEqual(['resting'])
    expect(rows.get('Type')?.cells.map(({ text }) => text)).toEqual(['video'])
  })

  it('know which rows differ', () => {
    const rows = rowsOf([least, { ...least, owned_by: 'c' }])
    expect([...rows.values()].filter(({ differs }) => differs).map(({ name }) => name)).toEqual(['Owned by'])
  })

  it('have a price for units only where one of the models has', () => {
    const pictures = { ...least, pricing: [{ metric: 'images' as const, rate: 40_000 }] }
    expect(rowsOf([least]).has('Images / 1M')).toBe(false)
    expect(
      rowsOf([least, pictures])
        .get('Images / 1M')
        ?.cells.map(({ text }) => text),
    ).toEqual(['–', '$40,000.00'])
  })

  it('say something in every cell, and never nonsense', () => {
    const anyModel = fc
      .record({
        name: fc.string(),
        description: fc.string({ unit: 'grapheme' }),
        created: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
        context_length: fc.integer({ min: 1 }),
        context_length_known: fc.boolean(),
        rate: fc.option(fc.double({ min: 0, max: 999_999, noNaN: true })),
      })
      .map(({ rate, ...fields }): Model => ({ ...least, ...fields, pricing: rate === null ? [] : priced(rate, rate) }))
    fc.assert(
      fc.property(fc.array(anyModel, { minLength: 1, maxLength: 8 }), (models) => {
        for (const { name, cells } of compareRows(models, firstWorkload, 0)) {
          if (name === 'Released') for (const { text } of cells) expect(text).toMatch(/^\d+ \w+ \d+$|^–$/u)
          expect(cells).toHaveLength(models.length)
          for (const { text, value, best } of cells) {
            expect(text).not.toBe('')
            if (name !== 'Description') expect(text).not.toMatch(/NaN|undefined|Infinity|Invalid/u)
            expect(best && value === null).toBe(false)
          }
        }
      }),
    )
  })
})
