import { describe, expect, it } from 'vitest'
import { learn } from './language-model.ts'
import { wordsOf } from './words.ts'

const model = learn(wordsOf('The cat sat. The dog sat. The cat slept, and I slept.'))

function after(...words: string[]) {
  const probabilities = model.probabilitiesAfter(words.flatMap((word) => model.placeOf(word) ?? []))
  return new Map(model.vocabulary.map((word, place) => [word, probabilities[place] ?? 0]))
}

describe('the language model', () => {
  it('knows each word once, in lower case but for I', () => {
    expect(model.vocabulary).toEqual(['the', 'cat', 'sat', '.', 'dog', 'slept', ',', 'and', 'I'])
    expect(model.placeOf('sea')).toBeUndefined()
  })

  it.each([[[]], [['the']], [['.', 'the']], [['the', 'cat', 'sat']], [['I', 'and']]])(
    'spreads the whole probability after %j over all its words',
    (context) => {
      const probabilities = [...after(...context).values()]
      expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 10)
      expect(Math.min(...probabilities)).toBeGreaterThan(0)
    },
  )

  it('finds likely what it has read, and more so with more context', () => {
    expect(after('the').get('cat')).toBeGreaterThan(after('the').get('dog') ?? 1)
    expect(after('dog', 'sat').get('.')).toBeGreaterThan(0.9)
    expect(after('and', 'I').get('slept')).toBeGreaterThan(after('cat').get('slept') ?? 1)
  })

  it('falls back on the last word where the two were never read together', () => {
    const backedOff = after('slept', 'dog')
    expect(backedOff.get('sat')).toBeGreaterThan(0.8)
  })
})
