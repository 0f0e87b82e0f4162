import { expect, test, vi } from 'vitest'
import { readAllText, textSourceFrom, type TextReader } from './transport.ts'

async function* words() {
  yield 'one '
  yield 'two'
}

test('pieces that come by promises are given as they are asked for, one for each asking', async () => {
  const source = textSourceFrom(words())
  const reader = { onChunk: vi.fn(), onEnd: vi.fn(), onError: vi.fn() } satisfies TextReader
  source.pull(reader)
  await vi.waitFor(() => expect(reader.onChunk).toHaveBeenCalledExactlyOnceWith('one '))
  source.pull(reader)
  source.pull(reader)
  await vi.waitFor(() => expect(reader.onEnd).toHaveBeenCalledOnce())
  expect(reader.onChunk).toHaveBeenLastCalledWith('two')
})

test('all of a source is its pieces in one', async () => {
  expect(await readAllText(textSourceFrom(words()), 7)).toBe('one two')
})

test('a source that gives more than is wanted is left', async () => {
  const cancel = vi.fn()
  const endless = { pull: (reader: TextReader) => queueMicrotask(() => reader.onChunk('more')), cancel }
  expect(await readAllText(endless, 100)).toBeUndefined()
  expect(cancel).toHaveBeenCalledOnce()
})

test('a source that breaks says so', async () => {
  async function* broken() {
    yield 'half'
    throw new Error('cut')
  }
  await expect(readAllText(textSourceFrom(broken()), 100)).rejects.toThrow('cut')
})
