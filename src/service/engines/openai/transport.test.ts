import { expect, test, vi } from 'vitest'
import { readAllText, textSourceFrom, type TextReader } from './transport.ts'

async function* words() {
  yield 'one '
  yield 'two'
}

test('reads an async iterable one chunk per pull', async () => {
  const source = textSourceFrom(words())
  const reader = { onChunk: vi.fn(), onEnd: vi.fn(), onError: vi.fn() } satisfies TextReader
  source.pull(reader)
  await vi.waitFor(() => expect(reader.onChunk).toHaveBeenCalledExactlyOnceWith('one '))
  source.pull(reader)
  source.pull(reader)
  await vi.waitFor(() => expect(reader.onEnd).toHaveBeenCalledOnce())
  expect(reader.onChunk).toHaveBeenLastCalledWith('two')
})

test('readAllText joins all chunks', async () => {
  expect(await readAllText(textSourceFrom(words()), 7)).toBe('one two')
})

test('readAllText cancels a source that exceeds the limit', async () => {
  const cancel = vi.fn()
  const endless = { pull: (reader: TextReader) => queueMicrotask(() => reader.onChunk('more')), cancel }
  expect(await readAllText(endless, 100)).toBeUndefined()
  expect(cancel).toHaveBeenCalledOnce()
})

test('readAllText rejects when the source fails', async () => {
  async function* broken() {
    yield 'half'
    throw new Error('cut')
  }
  await expect(readAllText(textSourceFrom(broken()), 100)).rejects.toThrow('cut')
})
