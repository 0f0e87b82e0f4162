import { describe, expect, it } from 'vitest'
import { messyModels, modelOf } from '#app/features/catalogue/messy-models.test-support.ts'
import { makerOf } from '#app/models/makers.ts'
import { createSearchIndex, editDistance, noMatch, searchModels } from './search.ts'

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
    it('without text matches every model', () => {
      expect(searchModels(index, '')).toBeNull()
      expect(searchModels(index, ' \n ')).toBeNull()
    })

    it('finds exactly the models that have every word literally, in any field', () => {
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

    it('splits letters from digits, and ignores punctuation', () => {
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
        const { tiers = [], isFuzzy: isForgiving } = searchModels(other, query) ?? {}
        expect([...tiers].flatMap((tier, at) => (tier === noMatch ? [] : at))).toEqual([place])
        expect(isForgiving).toBe(false)
      }
    })

    it('puts the exact name first, then names and ids that start with it', () => {
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

    it('forgives typos only if nothing matches literally', () => {
      expect(found('cluade')).toEqual(['anthropic/claude-opus-4-5'])
      expect(found('antropic opsu')).toEqual(['anthropic/claude-opus-4-5'])
      expect(found('ministrel')).toEqual(['mistralai/ministral-3b'])
      expect(found('gpt4o')).toContain('openai/gpt-4o')
      expect(searchModels(index, 'claude')?.isFuzzy).toBe(false)
      expect(found('mini')).not.toContain('community/نموذج')
    })

    it('finds nothing for text that no model has', () => {
      for (const query of ['zzzzzzzz', '???', '\u0000', 'claude zzzzzz', '('.repeat(5000)])
        expect(found(query)).toEqual([])
    })
  })

  describe('the edit distance', () => {
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
