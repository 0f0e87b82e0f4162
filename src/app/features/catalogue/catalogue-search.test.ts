import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/model.ts'
import { selectModels, toggleType, typesOf, validateCatalogueSearch } from './catalogue-search.ts'

const models = [
  { id: 'a/text', model_type: 'text_generation' },
  { id: 'b/image', model_type: 'image_generation' },
  { id: 'c/text', model_type: 'text_generation' },
] as Model[]

describe('the catalogue’s address', () => {
  it('keeps the types it knows and leaves out the rest', () => {
    expect(validateCatalogueSearch({ type: 'moderation,nonsense,text_generation' })).toEqual({
      type: 'text_generation,moderation',
    })
    expect(validateCatalogueSearch({ type: 'nonsense' })).toEqual({})
    expect(validateCatalogueSearch({ type: 7 })).toEqual({})
  })

  it('switches a type on and off again', () => {
    const on = toggleType({}, 'moderation')
    expect(typesOf(on)).toEqual(['moderation'])
    expect(toggleType(on, 'moderation')).toEqual({})
  })

  it('shows every model without a type, and those of any chosen type with one', () => {
    expect(selectModels(models, {})).toEqual(models)
    expect(selectModels(models, { type: 'text_generation' }).map(({ id }) => id)).toEqual(['a/text', 'c/text'])
    expect(selectModels(models, { type: 'image_generation,text_generation' })).toHaveLength(3)
  })
})
