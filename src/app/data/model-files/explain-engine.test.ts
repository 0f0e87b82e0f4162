import { expect, test } from 'vitest'
import { explainEngineFailure } from './explain-engine.ts'

test.each([
  ["The model wasn’t loaded.\nerror loading model: unknown model architecture: 'x'", 'doesn’t know this kind of model'],
  ["error loading model: check_tensor_dims: tensor 'blk.2.attn_norm.weight' not found", 'is damaged'],
  ["error loading model vocabulary: unknown tokenizer: 'x'", 'is damaged'],
  ['(ABORT) Cannot enlarge memory arrays', 'not enough memory'],
  ['WebAssembly.Memory(): Argument 0 must be convertible to a valid number', '64-bit memory'],
  ['Failed to fetch', 'couldn’t be loaded'],
  ['File read failed: NotReadableError', 'moved or has changed'],
  ['', 'can’t load this file'],
])('explains %j', (words, meaning) => {
  expect(explainEngineFailure(words)).toContain(meaning)
})

test('quotes the engine in one line, without its marks', () => {
  const message = explainEngineFailure('(ABORT) GGML_ASSERT failed\nmore')
  expect(message).toMatch(/\(GGML_ASSERT failed\)$/u)
  expect(explainEngineFailure('x'.repeat(5000)).length).toBeLessThan(400)
})
