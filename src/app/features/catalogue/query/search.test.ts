import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messyModels, modelOf } from '#app/features/catalogue/messy-models.test-support.ts'
import { columnNames } from '#app/features/catalogue/table/columns.ts'
import { isKnownMaker, makerKey, makerOf } from '#app/models/makers.ts'
import { shownCapabilities } from '#app/models/model-words.tsx'
import { modelTypes } from '#contract/model-types.ts'
import {
  type CatalogueView,
  axes,
  firstView,
  priceKinds,
  readView,
  statuses,
  visibilities,
  writeView,
} from './catalogue-view.ts'
import { createSearchIndex, editDistance, noMatch, searchModels, validateCatalogueSearch } from './search.ts'

describe('search index', () => {
  const makers = messyModels.map(makerOf)
  const index = createSearchIndex(messyModels, makers)

  function found(query: string): string[] {
    const matches = searchModels(index, query)
    return messyModels
      .map(({ id }, place) => ({ id, tier: matches?.tiers[place] ?? 0 }))
      .filter(({ tier }) => tier !== noMatch)
      .toSorted((one, other) => one.tier - other.tier)
      .map(({ id }) => id)
  }

  describe('a search', () => {
    it('that is empty leaves nothing out', () => {
      expect(searchModels(index, '')).toBeNull()
      expect(searchModels(index, ' \n ')).toBeNull()
    })

    it('finds exactly what has every word literally, in any field', () => {
      expect(found('THERAPIST')).toEqual(['parley/eliza'])
      expect(found('mini openai')).toEqual(['openai/gpt-4o-mini'])
      expect(found('anthropic 4.5')).toEqual(['anthropic/claude-opus-4-5'])
      expect(found('v1:0')).toEqual(['community/amazon.nova-2-lite-v1:0'])
      expect(found('completion/models/')).toHaveLength(1)
      for (const query of ['gpt', 'open', 'mini', 'opus']) {
        const literal = messyModels.filter((model) =>
          [model.name, model.id, model.author, model.description].some((text) =>
            text.normalize('NFKD').toLowerCase().includes(query),
          ),
        )
        expect(found(query).toSorted()).toEqual(literal.map(({ id }) => id).toSorted())
      }
    })

    it('splits letters from digits, and takes punctuation for a space', () => {
      const some = ['gpt-4.5', 'gpt-5.1', 'gpt-5', 'o3', 'turbo-3', 'llama-4-scout', 'llama-3.1-405b'].map((id) =>
        modelOf(`acme/${id}`, { owned_by: 'acme' }),
      )
      const other = createSearchIndex(some, some.map(makerOf))
      const foundIn = (query: string) =>
        [...some.entries()]
          .flatMap(([place, { slug }]) => ({ slug, tier: searchModels(other, query)?.tiers[place] ?? noMatch }))
          .filter((each) => each.tier !== noMatch)
          .toSorted((one, another) => one.tier - another.tier)
          .map(({ slug }) => slug)
      for (const query of ['gpt5', 'GPT-5', 'gpt 5', 'gpt_5', '"gpt5"']) expect(foundIn(query)[0]).toBe('acme/gpt-5')
      expect(foundIn('gpt5')).toEqual(['acme/gpt-5', 'acme/gpt-5.1'])
      expect(foundIn('llama4')).toEqual(['acme/llama-4-scout'])
      expect(foundIn('o3')).toEqual(['acme/o3'])
      expect(foundIn('405b')).toEqual(['acme/llama-3.1-405b'])
      expect(foundIn('gpt - 4 . 5')).toEqual(['acme/gpt-4.5'])
    })

    it('knows other names of makers', () => {
      const some = ['glm-5', 'kimi-k3', 'gpt-9'].map((id) => modelOf(`community/${id}`))
      const owners = ['z-ai', 'moonshotai', 'openai']
      const other = createSearchIndex(some, owners)
      for (const [query, place] of [
        ['zhipu', 0],
        ['Z.ai', 0],
        ['moonshot', 1],
        ['kimi', 1],
        ['openai', 2],
      ] as const) {
        const { tiers = [], isForgiving } = searchModels(other, query) ?? {}
        expect([...tiers].flatMap((tier, at) => (tier === noMatch ? [] : at))).toEqual([place])
        expect(isForgiving).toBe(false)
      }
    })

    it('puts the model that was named first, then names and ids that begin so', () => {
      expect(found('openai/gpt-4o')).toEqual(['openai/gpt-4o', 'openai/gpt-4o-mini'])
      expect(found('gpt-4o')).toEqual(['openai/gpt-4o', 'openai/gpt-4o-mini'])
      expect(found('GPT-4o mini')[0]).toBe('openai/gpt-4o-mini')
    })

    it('reads any script, with or without accents', () => {
      expect(found('千问')).toEqual(['community/通义千问-plus'])
      expect(found('модель')).toEqual(['community/модель'])
      expect(found('елка')).toEqual(['community/модель'])
      expect(found('لغوي')).toEqual(['community/نموذج'])
      expect(found('cafe creme fine')).toEqual(['community/café-crème'])
      expect(found('🤖')).toEqual(['community/🤖,50%'])
    })

    it('forgives typos only where nothing is literal', () => {
      expect(found('cluade')).toEqual(['anthropic/claude-opus-4-5'])
      expect(found('antropic opsu')).toEqual(['anthropic/claude-opus-4-5'])
      expect(found('ministrel')).toEqual(['mistralai/ministral-3b'])
      expect(found('gpt4o')).toContain('openai/gpt-4o')
      expect(searchModels(index, 'claude')?.isForgiving).toBe(false)
      expect(found('mini')).not.toContain('community/نموذج')
    })

    it('finds nothing for what nobody wrote', () => {
      for (const query of ['zzzzzzzz', '???', '\u0000', 'claude zzzzzz', '('.repeat(5000)])
        expect(found(query)).toEqual([])
    })
  })

  describe('the distance of two words', () => {
    it.each([
      ['', '', 0],
      ['gpt', 'gpt', 0],
      ['gtp', 'gpt', 1],
      ['claude', 'cluade', 1],
      ['kitten', 'sitting', 3],
      ['abcd', 'wxyz', 3],
      ['a', 'abcdef', 3],
    ])('%s and %s', (one, other, distance) => {
      expect(editDistance(one, other, 2)).toBe(Math.min(distance, 3))
      expect(editDistance(other, one, 2)).toBe(Math.min(distance, 3))
    })
  })
})

describe('catalogue search', () => {
  // As they are kept: one spelling of each maker.
  const words = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }).map(makerKey), { maxLength: 4 })
  const amount = fc.oneof(
    fc.nat(),
    fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0),
  )
  const range = fc.oneof(
    fc.record({ min: amount }),
    fc.record({ max: amount }),
    fc.record({ min: amount, max: amount }),
  )

  const anyView: fc.Arbitrary<CatalogueView> = fc.record({
    q: fc.string({ unit: 'grapheme' }),
    type: fc.subarray([...modelTypes]),
    maker: words,
    can: fc.subarray([...shownCapabilities]),
    match: fc.constantFrom('all', 'any'),
    status: fc.subarray([...statuses]),
    visibility: fc.subarray([...visibilities]),
    price: fc.subarray([...priceKinds]),
    open: fc.boolean(),
    deprecated: fc.boolean(),
    ranges: fc.record({ context: range, input: range, output: range, month: range }, { requiredKeys: [] }),
    sort: fc.uniqueArray(fc.record({ column: fc.constantFrom(...columnNames), descending: fc.boolean() }), {
      selector: ({ column }) => column,
    }),
    columns: fc
      .subarray([...columnNames])
      .map((some) => columnNames.filter((name) => name === 'name' || some.includes(name))),
    density: fc.constantFrom('roomy', 'dense'),
    view: fc.constantFrom('table', 'plot'),
    axis: fc.constantFrom(...axes),
  })

  /** To the address bar and back, as the router does it: a value that reads as JSON is taken as that. */
  function throughAddress(search: object): Record<string, unknown> {
    return JSON.parse(JSON.stringify(search)) as Record<string, unknown>
  }

  describe('the catalogue’s address', () => {
    it('says any view, and reads as the same again', () => {
      fc.assert(
        fc.property(anyView, (view) => {
          const { view: read, broken } = readView(validateCatalogueSearch(throughAddress(writeView(view))))
          expect(broken).toEqual([])
          expect(read).toEqual(view)
        }),
      )
    })

    it('is empty for the first view', () => {
      expect(writeView(firstView)).toEqual({})
      expect(readView({})).toEqual({ view: firstView, broken: [] })
    })

    it('keeps what it understands and names what it does not', () => {
      const search = validateCatalogueSearch({
        type: 'moderation,nonsense',
        minContext: 'much',
        maxInput: -1,
        maxOutput: 2,
        sort: '-context,colour,context',
        view: 7,
        open: 'maybe',
        columns: 'output',
        density: ['dense'],
        unheard: 'of',
      })
      const { view, broken } = readView(search)
      expect(broken).toEqual([
        'type=nonsense',
        'open=maybe',
        'minContext=much',
        'maxInput=-1',
        'sort=colour',
        'sort=context',
        'density=["dense"]',
        'view=7',
      ])
      expect(view).toEqual({
        ...firstView,
        type: ['moderation'],
        ranges: { output: { max: 2 } },
        sort: [{ column: 'context', descending: true }],
        columns: ['name', 'output'],
      })
    })

    it('has each value once, whatever it has in it', () => {
      const { view } = readView({ maker: 'openai,50%,a%2Cb,,openai,тест' })
      expect(view.maker).toEqual(['openai', '50%', 'a,b', 'тест'])
      expect(writeView(view)).toEqual({ maker: 'openai,50%25,a%2Cb,тест' })
    })

    it('reads an author of an old link as the maker, also in other spellings', () => {
      const { view } = readView({ author: 'x-ai,community,Mistral', maker: 'x-ai,kimi-co' })
      expect(view.maker).toEqual(['x-ai', 'kimi-co', 'community', 'mistralai'])
      expect(writeView(view)).toEqual({ maker: 'x-ai,kimi-co,community,mistralai' })
    })

    it('names a maker that there is not', () => {
      const { view, broken } = readView({ author: 'community,nobody', maker: 'openai' }, isKnownMaker)
      expect(view.maker).toEqual(['openai', 'community'])
      expect(broken).toEqual(['author=nobody'])
    })

    it('makes a view of whatever was typed', () => {
      fc.assert(
        fc.property(
          fc.dictionary(
            fc.constantFrom('q', 'type', 'minContext', 'sort', 'columns', 'author', 'maker', 'deprecated'),
            fc.anything(),
          ),
          (search) => {
            const { view } = readView(validateCatalogueSearch(search))
            expect(readView(writeView(view)).view).toEqual(view)
          },
        ),
      )
    })
  })
})
