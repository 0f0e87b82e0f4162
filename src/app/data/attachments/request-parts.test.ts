import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatRequestBody } from '#app/data/calls/chat-stream.ts'
import { type Attachment, attachmentKinds, readReference, referenceTo } from './attachment.ts'
import { describeReferences, referencesIn, withBytes } from './request-bytes.ts'
import { contentOf } from './request-parts.ts'

const types: Record<Attachment['kind'], string> = {
  image: 'image/png',
  text: 'text/plain',
  pdf: 'application/pdf',
  audio: 'audio/wav',
}
const fileOf = (kind: Attachment['kind'], name: string): Attachment => ({
  hash: String(attachmentKinds.indexOf(kind)).repeat(64),
  kind,
  name,
  type: types[kind],
  size: 3,
})
const all = attachmentKinds.map((kind) => fileOf(kind, `${kind}.md`))
const bodyOf = (content: ReturnType<typeof contentOf>): ChatRequestBody => ({
  model: 'm',
  messages: [{ role: 'user', content }],
})
const blobs = new Map(all.map(({ hash, type }) => [hash, new Blob(['a`c'], { type })]))

test('a message without files is sent as a string', () => {
  expect(contentOf('hello')).toBe('hello')
})

test('each kind of file is sent as its own part, with its bytes', async () => {
  const body = bodyOf(contentOf('Look', all))
  expect(JSON.stringify(body)).not.toContain('YWBj')
  const sent = await withBytes(body, blobs)
  expect(sent.messages[0]?.content).toEqual([
    { type: 'text', text: 'Look' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,YWBj' } },
    { type: 'text', text: 'text.md\n\n```md\na`c\n```' },
    { type: 'file', file: { filename: 'pdf.md', file_data: 'data:application/pdf;base64,YWBj' } },
    { type: 'input_audio', input_audio: { data: 'YWBj', format: 'wav' } },
  ])
  expect(sent.model).toBe('m')
})

test('files alone need no text', () => {
  expect(contentOf('', all.slice(0, 1))).toHaveLength(1)
})

test('a fence is longer than any in the file', async () => {
  const sent = await withBytes(
    bodyOf(contentOf('', [fileOf('text', 'a')])),
    new Map([['1'.repeat(64), new Blob(['````'])]]),
  )
  expect(sent.messages[0]?.content).toEqual([{ type: 'text', text: 'a\n\n`````\n````\n`````' }])
})

test('a reference to a file that is gone stays', async () => {
  const body = bodyOf(contentOf('', all))
  expect(await withBytes(body, new Map())).toEqual(body)
})

test('any file name comes back from its reference, on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...attachmentKinds), (name, kind) => {
      const file = fileOf(kind, name)
      const read = readReference(referenceTo(file))
      expect(read).toMatchObject({ hash: file.hash, kind, type: file.type, size: 3 })
      expect(read?.name).toMatch(/^[^\n\r\u202E]+$/u)
    }),
  )
  expect(readReference(referenceTo(fileOf('image', 'plain ä.png')))?.name).toBe('plain ä.png')
})

test('only a whole reference is one', () => {
  for (const other of [
    '',
    'attachment:',
    'attachment:abc',
    `attachment:${'0'.repeat(64)}`,
    `${referenceTo(fileOf('pdf', 'a'))} b`,
  ]) {
    expect([other, readReference(other)?.type]).toEqual([other, undefined])
  }
})

test('files are found once, and described in the text of a request', () => {
  const body = bodyOf(contentOf('Look', [...all, ...all]))
  expect(referencesIn(body).map(({ hash }) => hash)).toEqual(all.map(({ hash }) => hash))
  const { text, attachments } = describeReferences(JSON.stringify(body))
  expect(attachments.map(({ kind }) => kind)).toEqual([...attachmentKinds])
  expect(text).toContain('"url":"data:image/png;base64,[image.md, 3 bytes]"')
  expect(text).toContain('"data":"base64 of [audio.md, 3 bytes]"')
  expect(text).not.toContain('attachment:')
})
