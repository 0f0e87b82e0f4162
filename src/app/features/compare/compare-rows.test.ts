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
const rowsOf = (models: Model[], workload = firstWorkload) =>
  new Map(compareRows(models, workload, 0).map((row) => [row.name, row]))
const bestOf = (models: Model[], name: string) =>
  rowsOf(models)
    .get(name)
    ?.cells.map(({ best }) => best)

describe('the rows of a comparison', () => {
  it('mark the lowest price and cost and the largest context, also if models share it', () => {
    const models = [
      { ...least, pricing: priced(1, 2), context_length: 200_000, context_length_known: true },
      { ...least, pricing: priced(0.5, 2), context_length: 200_000, context_length_known: true },
      { ...least, pricing: priced(2, 3), context_length: 8_192, context_length_known: true },
    ]
    expect(bestOf(models, 'Input tokens / 1M')).toEqual([false, true, false])
    expect(bestOf(models, 'Output tokens / 1M')).toEqual([true, true, false])
    expect(bestOf(models, 'Context')).toEqual([true, true, false])
    expect(bestOf(models, 'Cost per month')).toEqual([false, true, false])
  })

  it('mark nothing if all are equal or fewer than two are known', () => {
    const one = { ...least, pricing: priced(1, 1) }
    expect(bestOf([one, one], 'Input tokens / 1M')).toEqual([false, false])
    expect(bestOf([one, least], 'Input tokens / 1M')).toEqual([false, false])
    expect(bestOf([least, least], 'Context')).toEqual([false, false])
  })

  it('mark nothing if the rounded texts are equal', () => {
    const holding = (context_length: number) => ({ ...least, context_length, context_length_known: true })
    expect(bestOf([holding(1_048_576), holding(1_047_576)], 'Context')).toEqual([false, false])
    expect(bestOf([holding(1_048_576), holding(1_047_576), holding(8_192)], 'Context')).toEqual([true, true, false])
    expect(bestOf([holding(1_048_576), holding(1_000_000)], 'Context')).toEqual([true, false])
  })

  it('show price tiers, and which one a cost uses', () => {
    const tiers = (rate: number) => [{ above_input_tokens: 200_000, rate }]
    const tiered: Model = {
      ...least,
      context_length: 1_048_576,
      context_length_known: true,
      pricing: [
        { metric: 'input_tokens', rate: 1.25, tiers: tiers(2.5) },
        { metric: 'output_tokens', rate: 10, tiers: tiers(15) },
      ],
    }
    const flat = { ...tiered, pricing: priced(2, 8) }
    const small = { ...flat, context_length: 8_000 }
    const rows = rowsOf([tiered, flat, small], { ...firstWorkload, tokensIn: 300_000 })
    const cellsOf = (name: string) => rows.get(name)?.cells.map(({ text, note = '' }) => [text, note])
    expect(cellsOf('Input tokens / 1M')).toEqual([
      ['$1.25', ''],
      ['$2.00', ''],
      ['$2.00', ''],
    ])
    expect(cellsOf('Input tokens / 1M above 200K input tokens')).toEqual([
      ['$2.50', ''],
      ['$2.00', ''],
      ['–', ''],
    ])
    expect(cellsOf('Cost per request')).toEqual([
      ['$0.758', 'above 200K input tokens'],
      ['$0.604', ''],
      ['Doesn’t fit: 300K + 500 tokens exceed its 8K context', ''],
    ])
    expect(cellsOf('Cost per month')?.at(-1)).toEqual(['Doesn’t fit', ''])
    expect(rows.get('Cost per request')?.cells.map(({ best }) => best)).toEqual([false, true, false])
    expect(rowsOf([flat]).has('Input tokens / 1M above 200K input tokens')).toBe(false)
  })

  it('show further facts, with a dash where unknown', () => {
    const known: Model = {
      ...least,
      max_output_tokens: 65_536,
      input_modalities: ['text', 'image'],
      output_modalities: ['text'],
      knowledge_cutoff: '2025-01',
      open_weights: false,
    }
    const rows = rowsOf([known, least])
    const textsOf = (name: string) => rows.get(name)?.cells.map(({ text }) => text)
    expect(textsOf('Maximum output')).toEqual(['65.5K', '–'])
    expect(textsOf('Modalities')).toEqual(['Text, image → text', '–'])
    expect(textsOf('Knowledge cutoff')).toEqual(['January 2025', '–'])
    expect(textsOf('Open weights')).toEqual(['No', '–'])
  })

  it('distinguish unknown from 0, and never show it as No', () => {
    const rows = rowsOf([least, { ...least, capabilities: ['vision'], pricing: priced(0, 0) }])
    expect(rows.get('Vision')?.cells.map(({ text }) => text)).toEqual(['–', 'Yes'])
    expect(rows.get('Reasoning')?.cells.map(({ text }) => text)).toEqual(['–', '–'])
    expect(rows.get('Input tokens / 1M')?.cells.map(({ text }) => text)).toEqual(['–', 'Free'])
    expect(rows.get('Released')?.cells.map(({ value }) => value)).toEqual([null, null])
    expect(rows.get('Cost per day')?.cells.map(({ text }) => text)).toEqual(['–', '$0'])
  })

  it('show unknown values of a newer service as they are', () => {
    const rows = rowsOf([{ ...least, status: 'resting' as 'active', model_type: 'video' as 'moderation' }])
    expect(rows.get('Status')?.cells.map(({ text }) => text)).toEqual(['resting'])
    expect(rows.get('Type')?.cells.map(({ text }) => text)).toEqual(['video'])
  })

  it('know which rows differ', () => {
    const rows = rowsOf([least, { ...least, owned_by: 'c' }])
    expect([...rows.values()].filter(({ differs }) => differs).map(({ name }) => name)).toEqual(['Maker'])
  })

  it('have a price per unit only if a model has one', () => {
    const pictures = { ...least, pricing: [{ metric: 'images' as const, rate: 40_000 }] }
    expect(rowsOf([least]).has('Price per image')).toBe(false)
    expect(
      rowsOf([least, pictures])
        .get('Price per image')
        ?.cells.map(({ text }) => text),
    ).toEqual(['–', '$0.04'])
  })

  it('have text in every cell, and never NaN or undefined', () => {
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
          expect(cells).toHaveLength(models.length)
          const isWrong = ({ text, value, best }: (typeof cells)[number]) =>
            text === '' ||
            (best && value === null) ||
            (name === 'Released' && !/^\d+ \w+ \d+$|^–$/u.test(text)) ||
            (name !== 'Description' && /NaN|undefined|Infinity|Invalid/u.test(text))
          expect(cells.filter(isWrong)).toEqual([])
        }
      }),
      { numRuns: 50 },
    )
  })
})
