import type { LocalRequest } from '#service/engines/gguf/local-request.ts'
import type { NextToken, Token } from './llama-library.ts'

/** How the next token is chosen. */
export interface SamplerSettings {
  temperature: number
  topK: number
  topP: number
  minP: number
  frequencyPenalty: number
  presencePenalty: number
  repetitionPenalty: number
  bias: ReadonlyMap<Token, number>
  seed: number
}

/** llama.cpp's own defaults where the request says nothing. */
export function readSampler(request: LocalRequest): SamplerSettings {
  const topK = request.top_k ?? 40
  return {
    temperature: request.temperature ?? 0.8,
    topK: topK === 0 ? mostCandidates : Math.min(topK, mostCandidates),
    topP: request.top_p ?? 0.95,
    minP: request.min_p ?? 0.05,
    frequencyPenalty: request.frequency_penalty ?? 0,
    presencePenalty: request.presence_penalty ?? 0,
    repetitionPenalty: request.repetition_penalty || 1,
    bias: new Map(Object.entries(request.logit_bias ?? {}).map(([id, value]) => [Number(id), value])),
    seed: request.seed ?? Math.floor(Math.random() * (2 ** 32 - 1)),
  }
}

/** What is less likely than this many tokens is never chosen; the whole vocabulary would take longer than the model. */
const mostCandidates = 1000
/** In tokens. llama.cpp's default. */
export const penaltyWindow = 64

/** Chooses tokens by their logits. The same settings and logits give the same tokens on every machine. */
export class Sampler {
  readonly #settings: SamplerSettings
  readonly #random: () => number
  readonly #recent: Token[]

  /** `prompt` counts for penalties, like the reply. */
  constructor(settings: SamplerSettings, prompt: readonly Token[]) {
    this.#settings = settings
    this.#random = createRandom(settings.seed)
    this.#recent = this.#hasPenalties ? prompt.slice(-penaltyWindow) : []
  }

  get #hasPenalties(): boolean {
    const { frequencyPenalty, presencePenalty, repetitionPenalty } = this.#settings
    return frequencyPenalty !== 0 || presencePenalty !== 0 || repetitionPenalty !== 1
  }

  /** How many of the most likely tokens are needed, and which ones besides. */
  get needed(): { includeTop: number; tokens: readonly Token[] } {
    const { bias, temperature, topK } = this.#settings
    const penalized = new Set(this.#recent).size
    // As many as may fall behind others.
    return { includeTop: (temperature === 0 ? 1 : topK) + penalized + bias.size, tokens: [...bias.keys()] }
  }

  choose({ logits = new Map() }: NextToken): Token | undefined {
    const { temperature, topK, topP, minP } = this.#settings
    const ranked = this.#adjusted(logits).toSorted(([one, first], [other, second]) => second - first || one - other)
    const [best] = ranked
    if (!best || temperature === 0) return this.#keep(best?.[0])
    let rest = withWeights(ranked.slice(0, topK), 1)
    let sum = 0
    const total = sumOf(rest)
    rest = rest.filter(({ weight }) => {
      const isNeeded = sum < topP * total
      sum += weight
      return isNeeded
    })
    rest = rest.filter(({ weight }) => weight >= minP * (rest[0]?.weight ?? 0))
    const drawn = withWeights(
      rest.map(({ token, logit }): [Token, number] => [token, logit]),
      temperature,
    )
    let left = this.#random() * sumOf(drawn)
    const chosen = drawn.find(({ weight }) => (left -= weight) < 0) ?? drawn.at(-1)
    return this.#keep(chosen?.token)
  }

  #keep(token: Token | undefined): Token | undefined {
    if (token !== undefined && this.#hasPenalties) {
      this.#recent.push(token)
      if (this.#recent.length > penaltyWindow) this.#recent.shift()
    }
    return token
  }

  #adjusted(logits: ReadonlyMap<Token, number>): [Token, number][] {
    const { bias, frequencyPenalty, presencePenalty, repetitionPenalty } = this.#settings
    const counts = new Map<Token, number>()
    for (const token of this.#recent) counts.set(token, (counts.get(token) ?? 0) + 1)
    return [...logits].map(([token, raw]) => {
      const count = counts.get(token)
      let logit = raw + (bias.get(token) ?? 0)
      if (count !== undefined) {
        logit = logit > 0 ? logit / repetitionPenalty : logit * repetitionPenalty
        logit -= count * frequencyPenalty + presencePenalty
      }
      return [token, logit]
    })
  }
}

interface Candidate {
  token: Token
  logit: number
  weight: number
}

/** `ranked` starts with the most likely one, whose weight becomes 1. */
function withWeights(ranked: readonly (readonly [Token, number])[], temperature: number): Candidate[] {
  const most = ranked[0]?.[1] ?? 0
  return ranked.map(([token, logit]) => ({ token, logit, weight: Math.exp((logit - most) / temperature) }))
}

function sumOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { weight }) => sum + weight, 0)
}

/** Numbers from 0 up to, but not including, 1: splitmix32, which passes through every state once. */
function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
