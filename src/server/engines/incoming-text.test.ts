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

test('decodes characters split across chunks, and drops a byte-order mark', async () => {
  const incoming = createIncomingText()
  const read = readAll(piecesOf(incoming))
  for (const byte of Buffer.from('\uFEFFGrüße 👋')) incoming.push(Buffer.of(byte), idle)
  incoming.end()
  const pieces = await read
  expect(pieces.join('')).toBe('Grüße 👋')
  expect(pieces).not.toContain('')
})

test('replaces an incomplete character at the end', async () => {
  const incoming = createIncomingText()
  incoming.push(Buffer.from('ok👋').subarray(0, 4), idle)
  incoming.end()
  expect(await readAll(piecesOf(incoming))).toEqual(['ok\uFFFD'])
})

test('pauses the sender while much is unread, and resumes it when it was read', async () => {
  const incoming = createIncomingText()
  const sender = { pause: vi.fn(), resume: vi.fn() }
  const pieces = piecesOf(incoming)
  for (let sent = 0; sent < 3; sent++) incoming.push(Buffer.alloc(40_000, 'a'), sender)
  expect(sender.pause).toHaveBeenCalledOnce()
  expect(sender.resume).not.toHaveBeenCalled()
  expect((await pieces.next()).value).toHaveLength(120_000)
  expect(sender.resume).toHaveBeenCalledOnce()
})

test('delivers the text received before a failure first', async () => {
  const incoming = createIncomingText()
  incoming.push(Buffer.from('half'), idle)
  incoming.fail(new Error('broken'))
  const pieces = piecesOf(incoming)
  expect(await pieces.next()).toEqual({ done: false, value: 'half' })
  await expect(pieces.next()).rejects.toThrow('broken')
})

test('delivers nothing after the reader cancels', async () => {
  const incoming = createIncomingText()
  incoming.push(Buffer.from('a'), idle)
  for await (const piece of piecesOf(incoming)) {
    expect(piece).toBe('a')
    break
  }
  incoming.push(Buffer.from('b'), idle)
  expect(await readAll(piecesOf(incoming))).toEqual([])
})

test('takeWhole returns what the chunks add up to, but only if the body is complete and unread', async () => {
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

test('takeWhole never returns an incomplete body', () => {
  const text = createIncomingText()
  text.push(Buffer.from('half'), idle)
  text.fail(new Error('broken'))
  expect(text.takeWhole()).toBeUndefined()
})
