import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDemoCall } from '#service/engines/demo/demo-call.test-support.ts'
import { createSeededRandom } from '#service/engines/demo/demo-model.ts'
import { readDemoReply } from '#service/engines/demo/read-demo-reply.test-support.ts'
import { learn, sample, wordsOf } from './babble.ts'
import { bread, harbour, letters, machines, weather } from './corpus.ts'

describe('babble', () => {
  const read = ` ${wordsOf([harbour, weather, bread, letters, machines].join('\n')).join(' ')} `

  async function babble(prompt: string, fields: Record<string, unknown> = {}) {
    return readDemoReply(createDemoCall('parley/babble', prompt, fields))
  }

  /** The share of adjacent words that are also adjacent in the prose. */
  function likeness(text: string): number {
    const words = wordsOf(text)
    const pairs = words.slice(1).map((word, at) => ` ${words[at]} ${word} `)
    return pairs.filter((pair) => read.includes(pair)).length / pairs.length
  }

  describe('parley/babble', () => {
    it('gives the same reply at temperature 0 for any seed', async () => {
      const { text } = await babble('The harbour', { temperature: 0, seed: 1 })
      expect((await babble('The harbour', { temperature: 0, seed: 2 })).text).toBe(text)
      const phrase = 'we talk about it at the end of the wall'
      expect(text.split(phrase).length).toBeGreaterThan(2)
    })

    it('strays further from its text at a higher temperature', async () => {
      const mean = async (temperature: number) => {
        const texts = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => babble('The sea', { temperature, seed })))
        return texts.reduce((sum, { text }) => sum + likeness(text), 0) / texts.length
      }
      const [greedy, calm, wild] = [await mean(0), await mean(1), await mean(2)]
      expect(greedy).toBe(1)
      expect(calm).toBeGreaterThan(0.8)
      expect(calm).toBeLessThan(1)
      expect(wild).toBeLessThan(0.5)
    })

    it('gives the same reply for the same seed, and another for a different seed or none', async () => {
      const { text } = await babble('The sea', { seed: 7 })
      expect((await babble('The sea', { seed: 7 })).text).toBe(text)
      expect((await babble('The sea', { seed: 8 })).text).not.toBe(text)
      expect((await babble('The sea')).text).not.toBe((await babble('The sea')).text)
    })

    it('narrows to the most likely words with top_p', async () => {
      const greedy = await babble('The sea', { temperature: 0, max_tokens: 40 })
      const narrow = await babble('The sea', { temperature: 2, top_p: 0, seed: 3, max_tokens: 40 })
      expect(narrow.text).toBe(greedy.text)
      const wide = await babble('The sea', { temperature: 1.5, seed: 3 })
      const half = await babble('The sea', { temperature: 1.5, seed: 3, top_p: 0.4 })
      expect(likeness(half.text)).toBeGreaterThan(likeness(wide.text))
    })

    it('continues the known words of the prompt', async () => {
      const { text } = await babble('Zyzzyva! Every week for thirty', { temperature: 0, max_tokens: 1 })
      expect(text).toBe('years')
      const [after] = (await babble('the harbour', { temperature: 0 })).text.split(' ')
      expect(read).toContain(` the harbour ${after} `)
    })

    it('starts a sentence if it knows no word', async () => {
      const { text } = await babble('漢字', { seed: 2 })
      expect(text).toMatch(/^[A-Z]/)
    })

    it('ends with a sentence at every temperature', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.double({ min: 0, max: 2, noNaN: true }),
          fc.integer(),
          fc.string(),
          async (temperature, seed, prompt) => {
            const { text, reason, tokens } = await babble(prompt, { temperature, seed })
            expect(reason).toBe('stop')
            expect(text).toMatch(/[.?!]$/)
            expect(text).not.toMatch(/[.,;:?!] ?[.,;:?!]|^[ .,;:?!]/)
            expect(tokens.length).toBeGreaterThan(80)
            expect(tokens.length).toBeLessThan(600)
          },
        ),
        { numRuns: 60 },
      )
    })

    it.each([
      ['top_p', 1.5],
      ['top_p', 'half'],
      ['seed', 'luck'],
    ])('refuses %s %j with the field’s name', async (param, value) => {
      await expect(babble('The sea', { [param]: value })).rejects.toMatchObject({
        status: 400,
        detail: { code: 'invalid_value', param },
      })
    })
  })
})

describe('sampling', () => {
  /** How often each index is drawn, as a share. */
  function shares(weights: readonly number[], temperature: number, topP = 1): number[] {
    const draws = 20_000
    const counts = weights.map(() => 0)
    const random = createSeededRandom('shares')
    for (let draw = 0; draw < draws; draw++) {
      const place = sample(Float64Array.from(weights), { temperature, topP, random })
      counts[place] = (counts[place] ?? 0) + 1
    }
    return counts.map((count) => Math.round((count / draws) * 50) / 50)
  }

  describe('sample', () => {
    it('keeps the proportions at temperature 1', () => {
      expect(shares([0.5, 0.3, 0, 0.2], 1)).toEqual([0.5, 0.3, 0, 0.2])
      expect(shares([5, 3, 0, 2], 1)).toEqual([0.5, 0.3, 0, 0.2])
    })

    it('takes the most likely at temperature 0, and the first of equals', () => {
      expect(shares([0.2, 0.4, 0.4], 0)).toEqual([0, 1, 0])
    })

    it('sharpens below 1 and flattens above', () => {
      expect(shares([0.8, 0.2], 0.5)).toEqual([0.94, 0.06])
      expect(shares([0.8, 0.2], 2)).toEqual([0.66, 0.34])
    })

    it('handles a temperature at which every power underflows', () => {
      expect(shares([1e-9, 2e-9], 0.001)).toEqual([0, 1])
    })

    it('never draws from the tail that top_p cuts off', () => {
      expect(shares([0.1, 0.45, 0.15, 0.3], 1, 0.65)).toEqual([0, 0.6, 0, 0.4])
      expect(shares([0.1, 0.6, 0.3], 1, 0)).toEqual([0, 1, 0])
    })
  })
})

describe('language model', () => {
  const model = learn(wordsOf('The cat sat. The dog sat. The cat slept, and I slept.'))

  function after(...words: string[]) {
    const probabilities = model.probabilitiesAfter(words.flatMap((word) => model.placeOf(word) ?? []))
    return new Map(model.vocabulary.map((word, place) => [word, probabilities[place] ?? 0]))
  }

  describe('the language model', () => {
    it('contains each word once, in lower case except I', () => {
      expect(model.vocabulary).toEqual(['the', 'cat', 'sat', '.', 'dog', 'slept', ',', 'and', 'I'])
      expect(model.placeOf('sea')).toBeUndefined()
    })

    it.each([[[]], [['the']], [['.', 'the']], [['the', 'cat', 'sat']], [['I', 'and']]])(
      'gives every word a probability after %j',
      (context) => {
        const probabilities = [...after(...context).values()]
        expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 10)
        expect(Math.min(...probabilities)).toBeGreaterThan(0)
      },
    )

    it('finds its own text likely, and more so with more context', () => {
      expect(after('the').get('cat')).toBeGreaterThan(after('the').get('dog') ?? 1)
      expect(after('dog', 'sat').get('.')).toBeGreaterThan(0.9)
      expect(after('and', 'I').get('slept')).toBeGreaterThan(after('cat').get('slept') ?? 1)
    })

    it('falls back to the last word for an unseen pair', () => {
      const backedOff = after('slept', 'dog')
      expect(backedOff.get('sat')).toBeGreaterThan(0.8)
    })
  })
})
