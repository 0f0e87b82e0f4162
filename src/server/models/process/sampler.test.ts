import { describe, expect, it } from 'vitest'
import type { LocalRequest } from '#service/engines/gguf/local-request.ts'
import { Sampler, readSampler } from './sampler.ts'

const logits = new Map([3, 2.5, 1, -4].map((logit, token) => [token, logit]))

/** How often each token is chosen. */
function counts(request: Omit<LocalRequest, 'messages'>, prompt: number[] = [], draws = 4000): number[] {
  const sampler = new Sampler(readSampler({ messages: [], seed: 1, top_k: 0, top_p: 1, min_p: 0, ...request }), prompt)
  const found = [0, 0, 0, 0]
  for (let draw = 0; draw < draws; draw++) {
    const token = sampler.choose({ logits })
    if (token !== undefined) found[token] = (found[token] ?? 0) + 1
  }
  return found
}

describe('the choice of a token', () => {
  it('follows the probabilities at temperature 1', () => {
    const weights = [...logits.values()].map((logit) => Math.exp(logit))
    const total = weights.reduce((sum, each) => sum + each, 0)
    const found = counts({ temperature: 1 })
    for (const [token, weight] of weights.entries()) {
      expect(Math.abs((found[token] ?? 0) / 4000 - weight / total)).toBeLessThan(0.03)
    }
  })

  it.each<[string, Omit<LocalRequest, 'messages'>, readonly boolean[]]>([
    ['temperature 0', { temperature: 0 }, [true, false, false, false]],
    ['top_k', { temperature: 2, top_k: 2 }, [true, true, false, false]],
    ['top_p', { temperature: 2, top_p: 0.6 }, [true, true, false, false]],
    ['min_p', { temperature: 2, min_p: 0.1 }, [true, true, true, false]],
    ['a ban', { temperature: 1, logit_bias: { '0': -100 } }, [false, true, true, true]],
    ['a bias', { temperature: 1, logit_bias: { '3': 100 } }, [false, false, false, true]],
    ['a bias at temperature 0', { temperature: 0, logit_bias: { '3': 100 } }, [false, false, false, true]],
  ])('is limited by %s', (_, request, isChosen) => {
    expect(counts(request).map((count) => count > 0)).toEqual(isChosen)
  })

  it.each([{ frequency_penalty: 2 }, { presence_penalty: 2 }, { repetition_penalty: 2 }])(
    'is less likely to repeat the prompt with %j',
    (penalty) => {
      // One draw each, as the reply counts, too.
      const chosen = Array.from({ length: 300 }, (_, seed) => {
        const draw = (fields: object) => counts({ temperature: 1, seed, ...fields }, [0, 0, 0], 1)[0] ?? 0
        return [draw({}), draw(penalty)] as const
      })
      const sum = (at: 0 | 1) => chosen.reduce((total, pair) => total + pair[at], 0)
      expect(sum(1)).toBeLessThan(sum(0) / 1.5)
    },
  )

  it('is the same for the same seed', () => {
    expect(counts({ temperature: 1 })).toEqual(counts({ temperature: 1 }))
    expect(counts({ temperature: 1 })).not.toEqual(counts({ temperature: 1, seed: 2 }))
  })

  it('asks for as many candidates as it needs', () => {
    const needed = (request: Omit<LocalRequest, 'messages'>, prompt: number[] = []) =>
      new Sampler(readSampler({ messages: [], ...request }), prompt).needed
    expect(needed({ temperature: 0 })).toEqual({ includeTop: 1, tokens: [] })
    expect(needed({}).includeTop).toBe(40)
    expect(needed({ top_k: 0 }).includeTop).toBe(1000)
    expect(needed({ logit_bias: { '9': 1 } })).toEqual({ includeTop: 41, tokens: [9] })
    expect(needed({ temperature: 0, presence_penalty: 1 }, [1, 2, 2]).includeTop).toBe(3)
  })
})
