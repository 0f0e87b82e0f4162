import { expect, test, vi } from 'vitest'
import { readSource, sourceOf, type TextReader } from './transport.ts'

async function* words() {
  yield 'one '
  yield 'two'
}

test('pieces that come by promises are given as they are asked for, one for each asking', async () => {
  const source = sourceOf(words())
  const reader = { piece: vi.fn(), over: vi.fn(), broken: vi.fn() } satisfies TextReader
  source.ask(reader)
  await vi.waitFor(() => expect(reader.piece).toHaveBeenCalledExactlyOnceWith('one '))
  source.ask(reader)
  source.ask(reader)
  await vi.waitFor(() => expect(reader.over).toHaveBeenCalledOnce())
  expect(reader.piece).toHaveBeenLastCalledWith('two')
})

test('all of a source is its pieces in one', async () => {
  expect(await readSource(sourceOf(words()), 7)).toBe('one two')
})

test('a source that gives more than is wanted is left', async () => {
  const leave = vi.fn()
  const endless = { ask: (reader: TextReader) => queueMicrotask(() => reader.piece('more')), leave }
  expect(await readSource(endless, 100)).toBeUndefined()
  expect(leave).toHaveBeenCalledOnce()
})

test('a source that breaks says so', async () => {
  async function* broken() {
    yield 'half'
    throw new Error('cut')
  }
  await expect(readSource(sourceOf(broken()), 100)).rejects.toThrow('cut')
})
