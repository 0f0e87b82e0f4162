import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Capability, Model } from '#contract/model.ts'
import { alternativesOf } from './alternatives.ts'
import { estimateCost } from './cost-estimate.ts'
import { firstWorkload } from './workload.ts'

function modelOf(id: string, fields: Partial<Model> & { input?: number; output?: number } = {}): Model {
  const { input, output, ...rest } = fields
  const pricing: Model['pricing'] = []
  if (input !== undefined) pricing.push({ metric: 'input_tokens', rate: input })
  if (output !== undefined) pricing.push({ metric: 'output_tokens', rate: output })
  return {
    id,
    name: id,
    model_type: 'text_generation',
    status: 'active',
    context_length: 100_000,
    capabilities: ['streaming', 'vision'],
    pricing,
    ...rest,
  } as Model
}

const own = modelOf('own', { input: 1, output: 4 })
const idsOf = (models: readonly Model[]) => models.map(({ id }) => id)

describe('alternatives to a model', () => {
  it('are cheaper with the same capabilities', () => {
    const { cheaper } = alternativesOf(
      own,
      [
        own,
        modelOf('cheaper', { input: 0.5, output: 2 }),
        modelOf('dearer', { input: 2, output: 8 }),
        modelOf('same', { input: 1, output: 4 }),
        modelOf('blind', { input: 0.5, output: 2, capabilities: ['streaming'] }),
        modelOf('untold', { input: 0.5, output: 2, capabilities: undefined }),
        modelOf('unpriced'),
        modelOf('deprecated', { input: 0.5, output: 2, deprecated: true }),
        modelOf('gone', { input: 0.5, output: 2, status: 'deleted' }),
        modelOf('picture', { input: 0.5, output: 2, model_type: 'image_generation' }),
      ],
      firstWorkload,
    )
    expect(idsOf(cheaper)).toEqual(['cheaper'])
  })

  it('have a larger context for no more, if both contexts are known', () => {
    const models = [
      modelOf('larger', { input: 1, output: 4, context_length: 200_000 }),
      modelOf('dearer', { input: 1, output: 5, context_length: 200_000 }),
      modelOf('assumed', { input: 1, output: 4, context_length: 200_000, context_length_known: false }),
      modelOf('equal', { input: 0.5, output: 4 }),
      modelOf('hardly', { input: 1, output: 4, context_length: 102_400 }),
    ]
    expect(idsOf(alternativesOf(own, models, firstWorkload).larger)).toEqual(['larger'])
    expect(alternativesOf({ ...own, context_length_known: false }, models, firstWorkload).larger).toEqual([])
  })

  it('have callable models first, then the closest', () => {
    const models = [
      modelOf('far', { input: 0.01, output: 0.04 }),
      modelOf('asleep', { input: 0.9, output: 4, status: 'inactive' }),
      modelOf('near', { input: 0.8, output: 4 }),
      modelOf('free', { input: 0, output: 0 }),
    ]
    expect(idsOf(alternativesOf(own, models, firstWorkload).cheaper)).toEqual(['near', 'far', 'free', 'asleep'])
  })

  it('fit the workload, unless their context is unknown', () => {
    const long = { ...firstWorkload, tokensIn: 99_000, tokensOut: 1_000 }
    const models = [
      modelOf('fits', { input: 0.5, output: 2 }),
      modelOf('small', { input: 0.6, output: 2, context_length: 8_000 }),
      modelOf('just too small', { input: 0.7, output: 2, context_length: 99_999 }),
      modelOf('unknown', { input: 0.8, output: 2, context_length: 4_096, context_length_known: false }),
    ]
    expect(idsOf(alternativesOf(own, models, long).cheaper).toSorted()).toEqual(['fits', 'unknown'])
    const tooSmall = modelOf('own', { input: 1, output: 4, context_length: 8_000 })
    expect(idsOf(alternativesOf(tooSmall, models, long).larger)).toEqual(['fits'])
  })

  it('are cheaper at the rates for a long input', () => {
    const tiers = (rate: number) => [{ above_input_tokens: 50_000, rate }]
    const tiered = modelOf('tiered', {
      pricing: [
        { metric: 'input_tokens', rate: 0.9, tiers: tiers(1.8) },
        { metric: 'output_tokens', rate: 3, tiers: tiers(6) },
      ],
    })
    expect(idsOf(alternativesOf(own, [tiered], firstWorkload).cheaper)).toEqual(['tiered'])
    expect(alternativesOf(own, [tiered], { ...firstWorkload, tokensIn: 60_000 }).cheaper).toEqual([])
    expect(idsOf(alternativesOf(tiered, [own], { ...firstWorkload, tokensIn: 60_000 }).cheaper)).toEqual(['own'])
  })

  it('are none if the model’s own price is unknown', () => {
    const models = [modelOf('free', { input: 0, output: 0, context_length: 1e6 })]
    expect(alternativesOf(modelOf('own'), models, firstWorkload)).toEqual({ cheaper: [], larger: [] })
  })

  const anyModel = fc
    .record({
      id: fc.string({ minLength: 1 }),
      input: fc.option(fc.double({ min: 0, max: 1000, noNaN: true }), { nil: undefined }),
      output: fc.option(fc.double({ min: 0, max: 1000, noNaN: true }), { nil: undefined }),
      context_length: fc.integer({ min: 1, max: 2_000_000 }),
      capabilities: fc.subarray<Capability>(['streaming', 'vision', 'reasoning']),
    })
    .map(({ id, ...fields }) => modelOf(id, fields))

  it('never cost more, lack a capability, or are the model itself', () => {
    fc.assert(
      fc.property(anyModel, fc.array(anyModel), (model, models) => {
        const { cheaper, larger } = alternativesOf(model, models, firstWorkload)
        const cost = estimateCost({ ...model, context_length_known: false }, firstWorkload)?.perRequest ?? 0
        for (const other of [...cheaper, ...larger]) {
          expect(other.id).not.toBe(model.id)
          expect(estimateCost(other, firstWorkload)?.perRequest).toBeLessThanOrEqual(cost)
          expect(other.capabilities).toEqual(expect.arrayContaining(model.capabilities ?? []))
        }
        for (const other of larger) expect(other.context_length).toBeGreaterThan(model.context_length)
      }),
    )
  })
})
