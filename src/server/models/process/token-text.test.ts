import { describe, expect, it } from 'vitest'
import type { LlamaModel } from './llama-library.ts'
import { TokenText, logprobsEntry, logprobsOf } from './token-text.ts'

const unused = () => {
  throw new Error('Not used.')
}

/** A model whose tokens are bytes. */
const bytesModel: LlamaModel = {
  tokenizer: {},
  tokens: { bos: null, bosString: null, eosString: null, shouldPrependBosToken: false },
  fileInfo: { metadata: {} },
  tokenize: unused,
  detokenize: (tokens) => Buffer.from(tokens).toString(),
  isEogToken: unused,
  createContext: unused,
}

function textsOf(bytes: Iterable<number>): string[] {
  const text = new TokenText(bytesModel, false)
  return [...Array.from(bytes, (each) => text.add(each)), text.end()]
}

describe('the text of tokens', () => {
  it('is complete characters, whatever bytes the tokens are', () => {
    const text = 'aé模🎈!'
    const pieces = textsOf(Buffer.from(text))
    expect(pieces.join('')).toBe(text)
    expect(pieces.filter((each) => each !== '')).toEqual(['a', 'é', '模', '🎈', '!'])
  })

  it('shows bytes that are no character, at the latest at the end', () => {
    expect(textsOf([0x61, 0xf0, 0x9f]).join('')).toBe('a\uFFFD')
    expect(textsOf([0xff, 0xff, 0xff, 0xff, 0x61]).join('')).toMatch(/^\uFFFD+a$/u)
  })
})

describe('the probability of a token', () => {
  it('is a share of the whole vocabulary', () => {
    // Two tokens of four, of which the others have the same weight together.
    const logprobs = logprobsOf({
      logits: new Map([
        [65, 5],
        [66, 5],
      ]),
      totalLogitWeight: 4,
    })
    expect([...logprobs.values()].map(Math.exp)).toEqual([expect.closeTo(0.25), expect.closeTo(0.25)])
  })

  it('comes with the most likely others, in order, and with the bytes of its text', () => {
    const weighed = new Map([
      [65, -2],
      [0xff, -1],
      [67, -Infinity],
    ])
    expect(logprobsEntry(bytesModel, 67, weighed, 2)).toEqual({
      token: 'C',
      logprob: -9999,
      bytes: [67],
      top_logprobs: [
        { token: '\uFFFD', logprob: -1, bytes: null },
        { token: 'A', logprob: -2, bytes: [65] },
      ],
    })
  })
})
