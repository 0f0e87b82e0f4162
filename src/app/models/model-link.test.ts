import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modelIdOf, modelPath } from './model-link.tsx'

describe('the path of a model’s page', () => {
  it.each([
    ['parley/echo', '/models/parley/echo'],
    ['community/llama3.2:3b', '/models/community/llama3.2%3A3b'],
    ['fireworks/accounts/x/models/y', '/models/fireworks/accounts/x/models/y'],
    ['a/100% ок?#é', '/models/a/100%25%20%D0%BE%D0%BA%3F%23%C3%A9'],
  ])('%s', (id, path) => {
    expect(modelPath(id)).toBe(path)
    expect(modelIdOf(path)).toBe(id)
  })

  it('round-trips any id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        expect(modelIdOf(modelPath(id))).toBe(id)
      }),
    )
  })

  it('reads paths that were typed by hand, and no other paths', () => {
    expect(modelIdOf('/models/a/50%')).toBe('a/50%')
    expect(modelIdOf('/models/a%2Fb')).toBe('a/b')
    expect(modelIdOf('/models/')).toBeUndefined()
    expect(modelIdOf('/compare')).toBeUndefined()
  })
})
