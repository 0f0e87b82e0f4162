import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/model.ts'
import { modelTypes } from '#contract/model-types.ts'
import { rateOf } from '#contract/rate-of.ts'
import { isCallable } from '#app/models/text-models.ts'
import { makerOf } from '#app/models/makers.ts'
import { shownCapabilities } from '#app/models/model-words.tsx'
import { firstView, type CatalogueView } from './catalogue-view.ts'
import { messyModels, modelOf } from '#app/features/catalogue/messy-models.test-support.ts'
import { indexModels } from './model-index.ts'
import { searchModels } from './search.ts'
import { selectModels } from './select-models.ts'
import { countDemosAtEnd, sortModels } from './sort-models.ts'

const statuses = ['active', 'pending', 'inactive'] as const
const visibilities = ['public', 'private'] as const
const priceKinds = ['known', 'free'] as const

const unknown = new Float64Array(1000).fill(Number.NaN)
const noCosts = () => ({ request: unknown, month: unknown })

function select(models: readonly Model[], change: Partial<CatalogueView>) {
  const index = indexModels(models)
  const view = { ...firstView, ...change }
  const order = sortModels(index, view.sort, noCosts)
  const { places, counts } = selectModels({
    index,
    view,
    matches: searchModels(index.search, view.q),
    order,
    costs: noCosts,
  })
  return { index, counts, ids: places.map((place) => models[place]?.id) }
}

const isHidden = ({ deprecated, status }: Model) => deprecated === true && status !== 'active'

/** The plainest implementation, to compare with. */
function passes(model: Model, view: CatalogueView): boolean {
  const { context, input, output } = view.ranges
  const within = (value: number | undefined, range = {} as { min?: number; max?: number }) =>
    (range.min === undefined && range.max === undefined) ||
    (value !== undefined && value >= (range.min ?? 0) && value <= (range.max ?? Infinity))
  const has = model.capabilities ?? []
  return (
    (view.type.length === 0 || view.type.includes(model.model_type)) &&
    (view.deprecated || !isHidden(model)) &&
    (view.maker.length === 0 ||
      view.maker.includes(makerOf(model)) ||
      (view.maker.includes('community') && model.author === 'community')) &&
    (view.status.length === 0 || view.status.some((each) => each === model.status)) &&
    (view.visibility.length === 0 || view.visibility.includes(model.visibility)) &&
    (view.can.length === 0 ||
      (view.match === 'all'
        ? view.can.every((each) => has.includes(each))
        : view.can.some((each) => has.includes(each)))) &&
    (view.price.length === 0 ||
      (view.price.includes('known') && model.pricing.length > 0) ||
      (view.price.includes('free') && model.pricing.length > 0 && model.pricing.every(({ rate }) => rate === 0))) &&
    (!view.open || isCallable(model)) &&
    within(
      model.context_length_known === false || model.context_length === 0 ? undefined : model.context_length,
      context,
    ) &&
    within(rateOf(model, 'input_tokens'), input) &&
    within(rateOf(model, 'output_tokens'), output)
  )
}

const anyModels = fc
  .array(
    fc.record({
      author: fc.constantFrom('openai', 'google', 'community'),
      deprecated: fc.boolean(),
      model_type: fc.constantFrom(...modelTypes),
      status: fc.constantFrom(...statuses),
      visibility: fc.constantFrom(...visibilities),
      capabilities: fc.subarray([...shownCapabilities]),
      context_length: fc.constantFrom(0, 1, 8192, 128_000, 99_999_999),
      context_length_known: fc.boolean(),
      pricing: fc.constantFrom<Model['pricing']>(
        [],
        [{ metric: 'input_tokens', rate: 0 }],
        [
          { metric: 'input_tokens', rate: 0 },
          { metric: 'output_tokens', rate: 0.5 },
        ],
        [{ metric: 'output_tokens', rate: 600_000 }],
        [{ metric: 'images', rate: 0 }],
      ),
    }),
    { maxLength: 25 },
  )
  .map((all) =>
    all.map((more, place) => {
      const owner = more.author === 'community' ? (place % 2 === 0 ? 'moonshotai' : 'Acme') : more.author
      return modelOf(`m/${place}`, { ...more, owned_by: owner })
    }),
  )

const anyRange = fc.constantFrom(undefined, { min: 8192 }, { max: 0.5 }, { min: 0, max: 0 }, { min: 1, max: 1_000_000 })
const anyView: fc.Arbitrary<CatalogueView> = fc
  .record({
    type: fc.subarray([...modelTypes], { maxLength: 2 }),
    maker: fc.subarray(['openai', 'google', 'moonshotai', 'community', 'nobody'], { maxLength: 2 }),
    can: fc.subarray([...shownCapabilities], { maxLength: 2 }),
    match: fc.constantFrom('all' as const, 'any' as const),
    status: fc.subarray([...statuses], { maxLength: 2 }),
    visibility: fc.subarray([...visibilities]),
    price: fc.subarray([...priceKinds]),
    open: fc.boolean(),
    deprecated: fc.boolean(),
    ranges: fc
      .record({ context: anyRange, input: anyRange, output: anyRange })
      .map(
        (ranges) =>
          Object.fromEntries(
            Object.entries(ranges).filter(([, range]) => range !== undefined),
          ) as CatalogueView['ranges'],
      ),
  })
  .map((some) => ({ ...firstView, ...some }))

describe('a selection', () => {
  it('has exactly the models that pass', () => {
    fc.assert(
      fc.property(anyModels, anyView, (models, view) => {
        const expected = models.filter((model) => passes(model, view)).map(({ id }) => id)
        expect(select(models, view).ids.length).toBe(expected.length)
        expect(new Set(select(models, view).ids)).toEqual(new Set(expected))
      }),
    )
  })

  it('counts what choosing each value alone leaves, or what adding it leaves if all are needed', () => {
    fc.assert(
      fc.property(anyModels, anyView, (models, view) => {
        const { counts, index } = select(models, view)
        const left = (change: Partial<CatalogueView>) =>
          models.filter((model) => passes(model, { ...view, ...change })).length
        expect([...counts.type]).toEqual(modelTypes.map((value) => left({ type: [value] })))
        expect([...counts.maker]).toEqual(index.values.maker.map((value) => left({ maker: [value] })))
        const shown = (isOn: boolean) => models.filter((model) => passes(model, { ...view, deprecated: isOn })).length
        expect([...counts.deprecated]).toEqual([shown(true) - shown(false)])
        expect([...counts.status]).toEqual(statuses.map((value) => left({ status: [value] })))
        expect([...counts.visibility]).toEqual(visibilities.map((value) => left({ visibility: [value] })))
        expect([...counts.price]).toEqual(priceKinds.map((value) => left({ price: [value] })))
        expect([...counts.open]).toEqual([left({ open: true })])
        expect([...counts.can]).toEqual(
          shownCapabilities.map((value) => left({ can: view.match === 'all' ? [...view.can, value] : [value] })),
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('the order of models', () => {
  it('has callable models first, then the newest, and demo models last, by default', () => {
    const { ids } = select(messyModels, {})
    expect(ids.slice(0, 3)).toEqual(['openai/gpt-4o', 'community/llama3.2:3b', 'anthropic/claude-opus-4-5'])
    expect(ids.at(-1)).toBe('parley/eliza')
    expect(new Set(ids).size).toBe(messyModels.length)
  })

  it('has demo models first while nothing else can be called', () => {
    const models = [modelOf('a/1', { status: 'inactive' }), modelOf('parley/echo', { status: 'active' })]
    expect(select(models, {}).ids).toEqual(['parley/echo', 'a/1'])
  })

  it('counts the demo models at the end, unless there is nothing else', () => {
    const models = ['a/1', 'parley/echo', 'parley/eliza'].map((id) => modelOf(id, { status: 'active' }))
    const count = (...places: number[]) => countDemosAtEnd(models, places)
    expect(count(0, 1, 2)).toBe(2)
    expect(count(1, 0, 2)).toBe(1)
    expect(count(2, 0)).toBe(0)
    expect(count(1, 2)).toBe(0)
    expect(count()).toBe(0)
  })

  it('places models without a date by their version, by default', () => {
    const at = (day: string) => Date.parse(day) / 1000
    const openai = { author: 'openai', owned_by: 'openai' } as const
    const models = [
      modelOf('openai/gpt-4o', { ...openai, created: at('2024-05-13') }),
      modelOf('openai/o9', openai),
      modelOf('openai/gpt-5.1', openai),
      modelOf('openai/gpt-5-nano', { ...openai, created: at('2025-08-08') }),
      modelOf('openai/gpt-5.2', { ...openai, created: at('2025-12-11') }),
      modelOf('openai/gpt-4', openai),
      modelOf('mistralai/magistral-medium-2509', { author: 'mistralai', owned_by: 'mistralai' }),
      modelOf('acme/gpt-9', { owned_by: 'Acme', created: at('2020-02-02') }),
    ]
    expect(select(models, {}).ids).toEqual([
      'openai/gpt-5.2',
      'mistralai/magistral-medium-2509',
      'openai/gpt-5.1',
      'openai/gpt-5-nano',
      'openai/gpt-4o',
      'openai/gpt-4',
      'acme/gpt-9',
      'openai/o9',
    ])
  })

  it.each(['context', 'input', 'output', 'age'] as const)(
    'has unknown values last by %s in both directions',
    (column) => {
      for (const descending of [false, true]) {
        const { index, ids } = select(messyModels, { sort: [{ column, descending }] })
        const figures = column === 'age' ? index.released : index.figures[column]
        const sorted = ids.map((id) => figures[messyModels.findIndex((model) => model.id === id)] ?? Number.NaN)
        const known = sorted.filter((figure) => !Number.isNaN(figure))
        expect(sorted.slice(0, known.length)).toEqual(known)
        const ascending = known.toSorted((one, other) => one - other)
        expect(known).toEqual((column === 'age') === descending ? ascending : ascending.toReversed())
      }
    },
  )

  it.each([true, false])('has models of unknown capabilities last, descending or not (%s)', (descending) => {
    const { ids } = select(messyModels, { sort: [{ column: 'can', descending }] })
    const isKnown = ids.map((id) => messyModels.find((model) => model.id === id)?.capabilities !== undefined)
    expect(isKnown.lastIndexOf(true)).toBeLessThan(isKnown.indexOf(false))
  })

  it('sorts equal models by the next column, and is stable', () => {
    const { ids } = select(messyModels, {
      q: 'gpt',
      sort: [
        { column: 'context', descending: true },
        { column: 'input', descending: false },
      ],
    })
    expect(ids).toEqual(['openai/gpt-4o-mini', 'openai/gpt-4o'])
    const equal = [modelOf('b/1'), modelOf('a/2'), modelOf('c/3')].map((model) => ({ ...model, name: 'Same' }))
    expect(select(equal, { sort: [{ column: 'name', descending: true }] }).ids).toEqual(['b/1', 'a/2', 'c/3'])
  })

  it('keeps the model with the exact id first, however it is sorted', () => {
    const { ids } = select(messyModels, { q: 'openai/gpt-4o', sort: [{ column: 'input', descending: false }] })
    expect(ids).toEqual(['openai/gpt-4o', 'openai/gpt-4o-mini'])
  })
})
