import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBuiltInCall } from '#service/engines/built-in/built-in-call.test-support.ts'
import { readBuiltInReply } from '#service/engines/built-in/read-built-in-reply.test-support.ts'
import { bread } from './corpus-bread.ts'
import { harbour } from './corpus-harbour.ts'
import { letters } from './corpus-letters.ts'
import { machines } from './corpus-machines.ts'
import { weather } from './corpus-weather.ts'
import { wordsOf } from './words.ts'

const read = ` ${wordsOf([harbour, weather, bread, letters, machines].join('\n')).join(' ')} `

async function babble(prompt: string, fields: Record<string, unknown> = {}) {
  return readBuiltInReply(createBuiltInCall('parley/babble', prompt, fields))
}

/** The share of neighbouring words that stand together in the prose as well. */
function likeness(text: string): number {
  const words = wordsOf(text)
  const pairs = words.slice(1).map((word, at) => ` ${words[at]} ${word} `)
  return pairs.filter((pair) => read.includes(pair)).length / pairs.length
}

describe('parley/babble', () => {
  it('repeats itself at temperature 0, whatever the seed', async () => {
    const { text } = await babble('The harbour', { temperature: 0, seed: 1 })
    expect((await babble('The harbour', { temperature: 0, seed: 2 })).text).toBe(text)
    const phrase = 'we talk about it at the end of the wall'
    expect(text.split(phrase).length).toBeGreaterThan(2)
  })

  it('strays further from what it has read, the higher the temperature', async () => {
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

  it('says the same for the same seed, and something else for another or for none', async () => {
    const { text } = await babble('The sea', { seed: 7 })
    expect((await babble('The sea', { seed: 7 })).text).toBe(text)
    expect((await babble('The sea', { seed: 8 })).text).not.toBe(text)
    expect((await babble('The sea')).text).not.toBe((await babble('The sea')).text)
  })

  it('narrows to the most likely with top_p', async () => {
    const greedy = await babble('The sea', { temperature: 0, max_tokens: 40 })
    const narrow = await babble('The sea', { temperature: 2, top_p: 0, seed: 3, max_tokens: 40 })
    expect(narrow.text).toBe(greedy.text)
    const wide = await babble('The sea', { temperature: 1.5, seed: 3 })
    const half = await babble('The sea', { temperature: 1.5, seed: 3, top_p: 0.4 })
    expect(likeness(half.text)).toBeGreaterThan(likeness(wide.text))
  })

  it('goes on from the words of the prompt that it knows', async () => {
    const { text } = await babble('Zyzzyva! Every week for thirty', { temperature: 0, max_tokens: 1 })
    expect(text).toBe('years')
    const [after] = (await babble('the harbour', { temperature: 0 })).text.split(' ')
    expect(read).toContain(` the harbour ${after} `)
  })

  it('begins a sentence where it knows none of them', async () => {
    const { text } = await babble('漢字', { seed: 2 })
    expect(text).toMatch(/^[A-Z]/)
  })

  it('ends of itself at the end of a sentence, at every temperature', async () => {
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
  ])('refuses %s %j by its name', async (param, value) => {
    await expect(babble('The sea', { [param]: value })).rejects.toMatchObject({
      status: 400,
      detail: { code: 'invalid_value', param },
    })
  })
})
