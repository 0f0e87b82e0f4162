import { expect, test } from 'vitest'
import { readTokenProbabilities } from './token-probabilities.ts'

test('reads tokens with their alternatives, and skips what is unreadable', () => {
  const content = [
    { token: 'a', logprob: -0.5, bytes: [97], top_logprobs: [{ token: 'b', logprob: -1 }, { token: 'c' }, null] },
    { token: 'd', logprob: '-1' },
    { token: 'e', logprob: -Infinity },
    null,
    { token: 'f', logprob: 0 },
  ]
  expect(readTokenProbabilities({ choice: { logprobs: { content } } })).toEqual([
    { token: 'a', logprob: -0.5, top: [['b', -1]] },
    { token: 'f', logprob: 0, top: [] },
  ])
})

test.each([undefined, {}, { choice: {} }, { choice: { logprobs: null } }, { choice: { logprobs: { content: [] } } }])(
  'finds none in %j',
  (extra) => {
    expect(readTokenProbabilities(extra)).toBeUndefined()
  },
)
