import type { JsonRecord } from '#contract/json.ts'
import type { LlamaModel, NextToken, Token } from './llama-library.ts'

/** In tokens. A character has at most four bytes, each of which may be a token. */
const longestCharacter = 4
/** In tokens: as much as the tokenizer needs to know whether a space belongs before the next word. */
const context = 4

/** Turns tokens into text one by one. What is only a part of a character waits for the rest of it. */
export class TokenText {
  readonly #model: LlamaModel
  readonly #showsSpecial: boolean
  #before: Token[] = []
  #pending: Token[] = []

  /** `showsSpecial` also writes tokens without a text of their own, which some models put around tool calls. */
  constructor(model: LlamaModel, showsSpecial: boolean) {
    this.#model = model
    this.#showsSpecial = showsSpecial
  }

  /** The text that is complete now; may be empty. */
  add(token: Token): string {
    this.#pending.push(token)
    const text = this.#model.detokenize(this.#pending, this.#showsSpecial, this.#before)
    return text.endsWith('\uFFFD') && this.#pending.length < longestCharacter ? '' : this.#flush(text)
  }

  /** The text of an incomplete character at the end. */
  end(): string {
    if (this.#pending.length === 0) return ''
    return this.#flush(this.#model.detokenize(this.#pending, this.#showsSpecial, this.#before))
  }

  #flush(text: string): string {
    this.#before = [...this.#before, ...this.#pending].slice(-context)
    this.#pending = []
    return text
  }
}

/** The wire's entry for a token: its probability, and those of the most likely ones at its place. */
export function logprobsEntry(model: LlamaModel, token: Token, weighed: ReadonlyMap<Token, number>, top: number) {
  const ranked = [...weighed].toSorted(([, one], [, other]) => other - one).slice(0, top)
  return {
    ...describe(model, token, weighed.get(token) ?? lowest),
    top_logprobs: ranked.map(([each, logprob]) => describe(model, each, logprob)),
  }
}

/** JSON has no infinity. */
const lowest = -9999

function describe(model: LlamaModel, token: Token, logprob: number): JsonRecord {
  const text = model.detokenize([token], true)
  // Part of a character has bytes that its text doesn't show.
  const bytes = text.includes('\uFFFD') ? null : [...Buffer.from(text)]
  return { token: text, logprob: Math.max(logprob, lowest), bytes }
}

/** Natural logarithms of probabilities among the whole vocabulary, from the logits of the most likely tokens. */
export function logprobsOf({ logits = new Map(), totalLogitWeight = 1 }: NextToken): Map<Token, number> {
  const most = Math.max(...logits.values())
  const total = Math.log(totalLogitWeight)
  return new Map([...logits].map(([token, logit]) => [token, logit - most - total]))
}
