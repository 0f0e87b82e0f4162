import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { piecesOf } from '#service/engines/openai/text-source.test-support.ts'
import { createIncomingText } from './incoming-text.ts'

const idle = { pause() {}, resume() {} }

async function readAll(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

test('characters stay whole however their bytes are split, and a byte-order mark is left out', async () => {
  const incoming = createIncomingText()
  const read = readAll(piecesOf(incoming))
  for (const byte of Buffer.from('\uFEFFGrüße 👋')) incoming.push(Buffer.of(byte), idle)
  incoming.end()
  const pieces = await read
  expect(pieces.join('')).toBe('Grüße 👋')
  expect(pieces).not.toContain('')
})

test('half a character at the end is replaced, not lost in silence', async () => {
  const incoming = createIncomingText()
  incoming.push(Buffer.from('ok👋').subarray(0, 4), idle)
  incoming.end()
  expect(await readAll(piecesOf(incoming))).toEqual(['ok\uFFFD'])
})

test('a sender is held back while much is waiting, and let go when it has been read', async () => {
  const incoming = createIncomingText()
  const sender = { pause: vi.fn(), resume: vi.fn() }
  const pieces = piecesOf(incoming)
  for (let sent = 0; sent < 3; sent++) incoming.push(Buffer.alloc(40_000, 'a'), sender)
  expect(sender.pause).toHaveBeenCalledOnce()
  expect(sender.resume).not.toHaveBeenCalled()
  expect((await pieces.next()).value).toHaveLength(120_000)
  expect(sender.resume).toHaveBeenCalledOnce()
})

test('what came before a failure is read before it', async () => {
  const incoming = createIncomingText()
  incoming.push(Buffer.from('half'), idle)
  incoming.fail(new Error('broken'))
  const pieces = piecesOf(incoming)
  expect(await pieces.next()).toEqual({ done: false, value: 'half' })
  await expect(pieces.next()).rejects.toThrow('broken')
})

test('a reader who leaves gets nothing more', async () => {
  const incoming = createIncomingText()
  incoming.push(Buffer.from('a'), idle)
  for await (const piece of piecesOf(incoming)) {
    expect(piece).toBe('a')
    break
  }
  incoming.push(Buffer.from('b'), idle)
  expect(await readAll(piecesOf(incoming))).toEqual([])
})

test('taken whole, a body is what its pieces would have been, and only when it is over and unread', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 8 })), fc.boolean(), async (chunks, withMark) => {
      const all = withMark ? [Uint8Array.of(0xef, 0xbb, 0xbf), ...chunks] : chunks
      const [whole, inPieces] = [createIncomingText(), createIncomingText()]
      for (const chunk of all) {
        whole.push(Buffer.from(chunk), idle)
        inPieces.push(Buffer.from(chunk), idle)
      }
      expect(whole.takeWhole()).toBeUndefined()
      whole.end()
      inPieces.end()
      let text = ''
      for await (const piece of piecesOf(inPieces)) text += piece
      expect(whole.takeWhole()).toBe(text)
      expect(inPieces.takeWhole()).toBeUndefined()
    }),
  )
})

test('a body that broke off is never taken whole', () => {
  const text = createIncomingText()
  text.push(Buffer.from('half'), idle)
  text.fail(new Error('broken'))
  expect(text.takeWhole()).toBeUndefined()
})
