import { expect, it } from 'vitest'
import { splitTinyGguf, tinyGguf } from './tiny-gguf.ts'

it('makes the same model from the same seed, and another one from another seed', () => {
  const model = tinyGguf({ seed: 7 })
  expect(Buffer.compare(tinyGguf({ seed: 7 }), model)).toBe(0)
  expect(Buffer.compare(tinyGguf({ seed: 8 }), model)).not.toBe(0)
  expect(model.length).toBeLessThan(500_000)
  expect(Buffer.from(model.subarray(0, 4)).toString()).toBe('GGUF')
})

it('splits a model into two files, both smaller than the whole', () => {
  const parts = splitTinyGguf()
  for (const part of parts) {
    expect(Buffer.from(part).includes('split.count')).toBe(true)
    expect(part.length).toBeLessThan(tinyGguf().length)
  }
})
