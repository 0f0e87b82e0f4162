import { describe, expect, test } from 'vitest'
import { ServiceError } from '#service/service-error.ts'
import { callerKey, startTestService } from '#service/running-service.test-support.ts'
import { createOpenAIStyleEngine } from '#service/engines/openai/openai-engine.ts'
import { systemClock } from '#service/service-context.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'
import { boundaryOf } from './multipart-model.ts'
import { HeldBytes, openUpload } from './upload.ts'

const file = 'Content-Disposition: form-data; name="file"; filename="a; name=model.wav"\r\nContent-Type: audio/wav'
const content = 'RIFF --b\r\n--not the boundary\r\n--bb and more\r\n-\r\n\r\n'
const modelPart = (id: string) => `Content-Disposition: form-data; name="model"\r\n\r\n${id}`
const form = (...parts: string[]) => `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`

async function* inChunks(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function rewritten(
  text: string,
  size: number,
  memory = new HeldBytes(1e6),
): Promise<{ model: string; text: string }> {
  const upload = await openUpload(inChunks(text, size), { boundary: 'b', length: undefined, memory })
  const decoder = new TextDecoder()
  let body = ''
  for await (const chunk of upload.bodyWith('engine/é')) body += decoder.decode(chunk, { stream: true })
  return { model: upload.model, text: body }
}

describe('an upload', () => {
  test.each([
    ['before the file', form(modelPart('tiny'), `${file}\r\n\r\n${content}`)],
    ['after the file', form(`${file}\r\n\r\n${content}`, modelPart('tiny'))],
    [
      'between fields',
      form('Content-Disposition: form-data; name=language\r\n\r\nen', modelPart('tiny'), `${file}\r\n\r\n`),
    ],
    ['behind a preamble', `Hello\r\n${form(modelPart('tiny'))}`],
    [
      'with other spellings',
      form('content-type: text/plain\r\nCONTENT-DISPOSITION:form-data;\r\n NAME=model\r\n\r\ntiny'),
    ],
  ])('gets another model %s, however its bytes arrive', async (_name, text) => {
    for (let size = 1; size <= text.length; size++) {
      expect(await rewritten(text, size)).toEqual({ model: 'tiny', text: text.replace('tiny', 'engine/é') })
    }
  })

  test('states its new length, if the caller stated one', async () => {
    const text = form(modelPart('tiny'))
    const options = { boundary: 'b', memory: new HeldBytes(1e6) }
    const known = await openUpload(inChunks(text, 7), { ...options, length: text.length })
    expect(known.lengthWith('engine/é')).toBe(new TextEncoder().encode(text.replace('tiny', 'engine/é')).length)
    const unknown = await openUpload(inChunks(text, 7), { ...options, length: undefined })
    expect(unknown.lengthWith('x')).toBeUndefined()
  })

  test.each([
    ['without a model', form(`${file}\r\n\r\nx`), /no text field “model”/],
    ['that ends within its model', '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\ntiny', /no text field/],
    ['that is no form', 'Hello', /no text field/],
    ['with two models', form(modelPart('tiny'), modelPart('other')), /twice/],
    [
      'with a model as a file',
      form('Content-Disposition: form-data; name="model"; filename="x"\r\n\r\ntiny'),
      /not a file/,
    ],
    ['with an encoded name', form("Content-Disposition: form-data; name*=utf-8''model\r\n\r\ntiny"), /not valid/],
    ['with two names', form('Content-Disposition: form-data; name="a"; name="model"\r\n\r\ntiny'), /not valid/],
    ['with a header that a bare LF ends', form(`X-A: 1\n${modelPart('secret')}`, modelPart('tiny')), /not valid/],
    ['with a header that a bare CR ends', form(`X-A: 1\r${modelPart('secret')}`, modelPart('tiny')), /not valid/],
    ['with a bare LF before headers', `--b\n${modelPart('secret')}\r\n${form(modelPart('tiny'))}`, /not valid/],
    [
      'with a boundary after a bare LF',
      form(`${file}\r\n\r\nx\n--b\r\n${modelPart('secret')}`, modelPart('tiny')),
      /not valid/,
    ],
    [
      'with a boundary after a bare CR',
      form(modelPart('tiny'), `${file}\r\n\r\nx\r--b\r\n${modelPart('secret')}`),
      /not valid/,
    ],
    ['with an endless model', form(modelPart('x'.repeat(5000))), /at most/],
    ['with endless headers', `--b\r\nA: ${'x'.repeat(50_000)}\r\n\r\n`, /not valid/],
  ])('%s is refused', async (_name, text, message) => {
    for (const size of [1, 13, 100_000]) {
      const memory = new HeldBytes(1e6)
      const asked = rewritten(text, size, memory)
      await expect(asked).rejects.toBeInstanceOf(ServiceError)
      await expect(asked).rejects.toThrow(message)
      expect(memory.held).toBe(0)
    }
  })

  test('holds only what comes before its model, and no more than all uploads together may', async () => {
    const memory = new HeldBytes(3000)
    const late = form(`${file}\r\n\r\n${'x'.repeat(2000)}`, modelPart('tiny'))
    const options = { boundary: 'b', length: undefined, memory }
    const first = await openUpload(inChunks(late, 100), options)
    expect(memory.held).toBeGreaterThan(2000)
    await expect(openUpload(inChunks(late, 100), options)).rejects.toMatchObject({ status: 503 })
    await first.discard()
    expect(memory.held).toBe(0)
    await openUpload(inChunks(form(modelPart('tiny'), `${file}\r\n\r\n${'x'.repeat(9000)}`), 100), options)
    expect(memory.held).toBeLessThanOrEqual(100)
  })

  test('counts what it holds for its key and for all', async () => {
    const memory = new HeldBytes(3000)
    const [one, other] = [new HeldBytes(2500, memory), new HeldBytes(2500, memory)]
    const late = form(`${file}\r\n\r\n${'x'.repeat(1200)}`, modelPart('tiny'))
    const open = (of: HeldBytes) => openUpload(inChunks(late, 100), { boundary: 'b', length: undefined, memory: of })
    const first = await open(one)
    await expect(open(one)).rejects.toMatchObject({ status: 503 })
    await open(other)
    expect(one.held + other.held).toBe(memory.held)
    await expect(open(new HeldBytes(2500, memory))).rejects.toMatchObject({ status: 503 })
    await first.discard()
    expect(one.held).toBe(0)
    await open(one)
  })

  test('that stalls before its model is refused, and holds nothing more', async () => {
    const memory = new HeldBytes(1e6)
    let held = 0
    async function* stalling() {
      yield* inEncoded(form(`${file}\r\n\r\nx`).slice(0, 100))
      held = memory.held
      await new Promise(() => {})
    }
    const opened = openUpload(stalling(), { boundary: 'b', length: undefined, memory, idleMs: 10 })
    await expect(opened).rejects.toMatchObject({ status: 408, headers: { connection: 'close' } })
    expect(held).toBe(100)
    expect(memory.held).toBe(0)
  })
})

describe('an upload whose model comes after the file', () => {
  async function start(maxChats: number) {
    const models = [{ id: 'acme/tiny' }, { id: 'whisper-x', model_type: 'speech_to_text' as const }]
    const keys = { find: (key = '') => ({ name: key }) }
    const engine = { ...createStubEngine({ models }), forward: () => Promise.reject(new Error('not called')) }
    const { service, chat } = await startTestService([engine], { maxChats, keys })
    /** Sends the beginning of an upload. */
    const begin = (key = callerKey) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=b' }
      const init = { method: 'POST', headers, body: readable, duplex: 'half' }
      const answer = service.fetch(new Request('http://parley.test/v1/audio/transcriptions', init))
      const writer = writable.getWriter()
      void writer.write(new TextEncoder().encode(`--b\r\n${file}\r\n\r\n`))
      return { answer, writer }
    }
    return { chat, begin }
  }

  test('takes its place among the open calls before it is read', async () => {
    const { chat, begin } = await start(1)
    const { answer, writer } = begin()
    expect((await chat()).status).toBe(503)
    await writer.abort()
    await answer
    expect((await chat()).status).toBe(200)
  })

  test('can’t keep the memory from other keys', async () => {
    const { begin } = await start(10)
    const mebibyte = new Uint8Array(1024 * 1024)
    const first = begin('one')
    // A body has at most 64 MiB, which is also a quarter of the whole.
    for (let sent = 0; sent < 63; sent++) await first.writer.write(mebibyte)
    const [second, other] = [begin('one'), begin('other')]
    void second.writer.write(mebibyte).catch(() => undefined)
    expect((await second.answer).status).toBe(503)
    await other.writer.write(mebibyte)
    await other.writer.close()
    // It ended before its model.
    expect((await other.answer).status).toBe(400)
    await first.writer.abort()
    await first.answer
  })
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data; charset=utf-8; Boundary="a b"', 'a b'],
  ['multipart/form-data', undefined],
  ['multipart/mixed; boundary=abc', undefined],
  ['application/json', undefined],
  [null, undefined],
])('the boundary of %s is %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary)
})

test('a large file passes through with a few chunks in between, at the pace of the engine', async () => {
  const chunkLength = 64 * 1024
  const chunks = 512
  let sent = 0
  let taken = 0
  let mostInFlight = 0
  const engine = createOpenAIStyleEngine(
    { name: 'slow', baseUrl: 'http://engine.test/v1' },
    {
      clock: systemClock,
      transport: async () => Promise.reject(new Error('no chats here')),
      async fetch(_url, { body }) {
        if (typeof body === 'string') return Response.json({})
        const reader = body.getReader()
        for (let step = await reader.read(); !step.done; step = await reader.read()) {
          taken += step.value.length
          mostInFlight = Math.max(mostInFlight, sent - taken)
          if (taken % (16 * chunkLength) === 0) await new Promise((resolve) => setTimeout(resolve, 0))
        }
        return Response.json({ text: 'Hello' })
      },
    },
  )
  const listed = { ...engine, models: async () => [{ id: 'whisper-x', model_type: 'speech_to_text' as const }] }
  const { service } = await startTestService([listed])
  const pieces = [
    ...inEncoded(`--b\r\n${modelPart('whisper-x')}\r\n--b\r\n${file}\r\n\r\n`),
    ...Array.from({ length: chunks }, () => new Uint8Array(chunkLength)),
    ...inEncoded('\r\n--b--\r\n'),
  ]
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces.shift()
        if (!piece) return controller.close()
        sent += piece.length
        controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${callerKey}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
  }
  const response = await service.fetch(new Request('http://parley.test/v1/audio/transcriptions', init))
  expect(await response.json()).toEqual({ text: 'Hello' })
  expect(taken).toBeGreaterThan(chunks * chunkLength)
  expect(mostInFlight).toBeLessThanOrEqual(4 * chunkLength)
})

function inEncoded(text: string): Uint8Array[] {
  return [new TextEncoder().encode(text)]
}
