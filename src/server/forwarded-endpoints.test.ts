import { once } from 'node:events'
import OpenAI, { APIError, toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engineKey, readAll, startOverRawEngine } from '#testing/start-over-raw-engine.ts'
import { validKey } from '#testing/start-parley.ts'

// The endpoints besides chat, through the official client and real sockets.

const models = ['text-embedding-x', 'omni-moderation-x', 'gpt-image-x', 'tts-x', 'whisper-x', 'talker']

let started: Awaited<ReturnType<typeof startOverRawEngine>>
let client: OpenAI
let requests: { url: string; headers: Record<string, unknown>; body: Buffer }[] = []

/** Reads the request, records it and answers. */
function answer(body: string | Uint8Array, type = 'application/json', status = 200, headers = {}) {
  started.play((request, response) => {
    void readAll(request).then((received) => {
      requests.push({ url: request.url ?? '', headers: request.headers, body: received })
      response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    })
  })
}

const json = (value: unknown) => JSON.stringify(value)

function deferred<T>() {
  let resolve = (_value: T) => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

beforeAll(async () => {
  started = await startOverRawEngine(models)
  client = new OpenAI({ baseURL: `${started.parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
})
beforeEach(() => {
  requests = []
  started.parley.lines.length = 0
})
afterAll(() => started.close())

const post = (path: string, body: unknown, init: RequestInit = {}) =>
  fetch(`${started.parley.baseUrl}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${validKey}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : json(body),
    ...init,
  })

describe('embeddings', () => {
  const vector = [0.25, -1, 3]
  const usage = { prompt_tokens: 2, total_tokens: 2 }

  test('come back as floats, and as base64, which the client asks for on its own', async () => {
    const base64 = Buffer.from(new Float32Array(vector).buffer).toString('base64')
    for (const embedding of [base64, vector]) {
      answer(json({ object: 'list', data: [{ object: 'embedding', index: 0, embedding }], model: 'x', usage }))
      const format = embedding === base64 ? {} : { encoding_format: 'float' as const }
      const result = await client.embeddings.create({ model: 'text-embedding-x', input: 'Hello', ...format })
      expect(result.data[0]?.embedding).toEqual(vector)
      expect(result.usage).toEqual(usage)
    }
    expect(requests.map(({ body }) => JSON.parse(String(body)))).toMatchObject([
      { encoding_format: 'base64' },
      { encoding_format: 'float' },
    ])
  })

  test('reach the engine as written, with its own model id and key', async () => {
    answer('{"data":[]}')
    await post(
      'embeddings',
      '{"model":"community/text-embedding-x","input":"Hi","dimensions":64.0,"seed":9223372036854775807}',
    )
    expect(requests).toMatchObject([
      { url: '/v1/embeddings', headers: { authorization: `Bearer ${engineKey}`, 'content-type': 'application/json' } },
    ])
    expect(String(requests[0]?.body)).toBe(
      '{"input":"Hi","dimensions":64.0,"seed":9223372036854775807,"model":"text-embedding-x"}',
    )
  })

  test('are recorded with their usage, however long the answer is', async () => {
    const data = Array.from({ length: 200 }, (_, index) => ({
      index,
      embedding: Array.from({ length: 200 }, () => 0.125),
    }))
    answer(json({ data, usage }))
    const response = await post('embeddings', { model: 'text-embedding-x', input: 'Hi' })
    expect(await response.json()).toEqual({ data, usage })
    await vi.waitFor(() =>
      expect(started.parley.lines).toContainEqual({
        message: 'forwarding finished',
        fields: expect.objectContaining({
          model: 'community/text-embedding-x',
          route: '/v1/embeddings',
          caller: 'tester',
        }),
      }),
    )
    const report = await fetch(`${started.parley.baseUrl}/v1/usage?by=model`, {
      headers: { authorization: `Bearer ${validKey}` },
    })
    const { data: rows } = (await report.json()) as { data: { model: string; input_tokens: number }[] }
    const own = rows.find(({ model }) => model === 'community/text-embedding-x')
    expect(own?.input_tokens).toBeGreaterThanOrEqual(usage.prompt_tokens)
  })
})

test('a moderation comes back', async () => {
  const results = [{ flagged: true, categories: {}, category_scores: {}, category_applied_input_types: {} }]
  answer(json({ id: 'm', model: 'x', results }))
  const result = await client.moderations.create({ model: 'omni-moderation-x', input: 'Hello' })
  expect(result.results).toEqual(results)
})

describe('images', () => {
  test('come back', async () => {
    answer(json({ created: 1, data: [{ b64_json: 'x'.repeat(300_000) }] }))
    const result = await client.images.generate({ model: 'gpt-image-x', prompt: 'A cat' })
    expect(result.data?.[0]?.b64_json).toHaveLength(300_000)
  })

  test('stream as events', async () => {
    const events = ['image_generation.partial_image', 'image_generation.completed']
    answer(
      events.map((type) => `event: ${type}\ndata: ${json({ type, b64_json: 'eA==' })}\n\n`).join(''),
      'text/event-stream',
    )
    const stream = await client.images.generate({ model: 'gpt-image-x', prompt: 'A cat', stream: true })
    const seen: string[] = []
    for await (const { type } of stream) seen.push(type)
    expect(seen).toEqual(events)
  })
})

describe('speech', () => {
  test('can be heard before the engine has finished', async () => {
    started.play((request, response) => {
      void readAll(request).then(() => {
        response.writeHead(200, { 'content-type': 'audio/mpeg', 'set-cookie': 'a=b', 'x-engine': engineKey })
        response.write(Buffer.from([0xff, 0xfb, 0x00]))
        continueSpeech = () => response.end(Buffer.from([1, 2, 3]))
      })
    })
    let continueSpeech = () => {}
    const response = await client.audio.speech.create({ model: 'tts-x', input: 'Hello', voice: 'alloy' })
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-engine')).toBeNull()
    const reader = response.body?.getReader()
    expect([...((await reader?.read())?.value ?? [])]).toEqual([0xff, 0xfb, 0x00])
    continueSpeech()
    expect([...((await reader?.read())?.value ?? [])]).toEqual([1, 2, 3])
    expect(await reader?.read()).toMatchObject({ done: true })
  })

  test('that is cut breaks the connection', async () => {
    started.play((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' }).write('RIFF', () => response.destroy())
    })
    const response = await client.audio.speech.create({ model: 'tts-x', input: 'Hello', voice: 'alloy' })
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
    await vi.waitFor(() =>
      expect(started.parley.lines).toContainEqual({
        message: 'forwarding failed',
        fields: expect.objectContaining({ code: 'upstream_cut' }),
      }),
    )
  })

  test('ends at the engine when the caller disconnects', async () => {
    const { promise: gone, resolve } = deferred<boolean>()
    started.play((_request, response) => {
      response.on('close', () => resolve(true))
      response.writeHead(200, { 'content-type': 'audio/wav' }).write('RIFF')
    })
    const caller = new AbortController()
    const response = await client.audio.speech.create(
      { model: 'tts-x', input: 'Hello', voice: 'alloy' },
      { signal: caller.signal },
    )
    await response.body?.getReader().read()
    caller.abort()
    expect(await gone).toBe(true)
    await vi.waitFor(() =>
      expect(started.parley.lines).toContainEqual(expect.objectContaining({ message: 'forwarding aborted' })),
    )
  })
})

describe('transcriptions', () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256))
  const partsOf = async (body: Buffer, type: unknown) =>
    new Response(new Uint8Array(body), { headers: { 'content-type': String(type) } }).formData()

  test.each(['before', 'after'])('come back with the model %s the file', async (place) => {
    answer(json({ text: 'Hello' }))
    const file = await toFile(bytes, 'speech.wav')
    const model = 'community/whisper-x'
    const fields = place === 'before' ? { model, file } : { file, model }
    const result = await client.audio.transcriptions.create({ ...fields, language: 'en' })
    expect(result.text).toBe('Hello')
    const [request] = requests
    expect(request?.headers['content-length']).toBe(String(request?.body.length))
    const form = await partsOf(request?.body ?? Buffer.of(), request?.headers['content-type'])
    expect(form.get('model')).toBe('whisper-x')
    expect(form.get('language')).toBe('en')
    const received = form.get('file')
    expect(received instanceof File && Buffer.from(await received.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test.each(['text', 'vtt'] as const)('come back as %s', async (format) => {
    answer('WEBVTT\n\nHello', format === 'vtt' ? 'text/vtt' : 'text/plain')
    const file = await toFile(bytes, 'speech.wav')
    const result: unknown = await client.audio.transcriptions.create({
      model: 'whisper-x',
      file,
      response_format: format,
    })
    expect(result).toBe('WEBVTT\n\nHello')
  })

  test('stream as events, and end in an error event when they are cut', async () => {
    started.play((request, response) => {
      void readAll(request).then(() => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`data: ${json({ type: 'transcript.text.delta', delta: 'Hel' })}\n\n`, () => response.destroy())
      })
    })
    const file = await toFile(bytes, 'speech.wav')
    const stream = await client.audio.transcriptions.create({ model: 'whisper-x', file, stream: true })
    const seen: unknown[] = []
    const read = async () => {
      for await (const event of stream) seen.push(event)
    }
    await expect(read()).rejects.toBeInstanceOf(APIError)
    expect(seen).toMatchObject([{ delta: 'Hel' }])
  })

  test('are refused while the file is still arriving if it is too large', async () => {
    const small = await startOverRawEngine(models, { maxBodyBytes: 200_000 })
    small.play((request) => request.resume())
    const other = client.withOptions({ baseURL: `${small.parley.baseUrl}/v1` })
    const file = await toFile(Buffer.alloc(300_000), 'speech.wav')
    await expect(other.audio.transcriptions.create({ model: 'whisper-x', file })).rejects.toMatchObject({ status: 413 })
    await expect(other.audio.transcriptions.create({ file, model: 'whisper-x' })).rejects.toMatchObject({ status: 413 })
    small.close()
  })

  test('end at the engine when the caller disconnects during the upload', async () => {
    const { promise: gone, resolve } = deferred<boolean>()
    const begun = deferred<void>()
    started.play((request) => {
      request.once('data', () => begun.resolve())
      request.on('close', () => resolve(request.complete))
    })
    const caller = new AbortController()
    const boundary = 'xyz'
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-x\r\n--${boundary}\r\n`
        controller.enqueue(new TextEncoder().encode(head))
      },
    })
    const init = {
      method: 'POST',
      headers: { authorization: `Bearer ${validKey}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
      duplex: 'half',
      signal: caller.signal,
    }
    const asked = fetch(`${started.parley.baseUrl}/v1/audio/transcriptions`, init)
    await begun.promise
    caller.abort()
    await expect(asked).rejects.toThrow('aborted')
    expect(await gone).toBe(false)
  })
})

test('an engine that stops reading stops the caller: the file isn’t collected in between', async () => {
  const total = 48 * 1024 * 1024
  let request: Parameters<Parameters<typeof started.play>[0]>[0] | undefined
  const arrived = deferred<void>()
  started.play((incoming, response) => {
    request = incoming
    arrived.resolve()
    void once(incoming, 'end').then(() => response.end(json({ text: 'Hello' })))
  })
  let sent = 0
  const chunk = new Uint8Array(64 * 1024)
  const head = new TextEncoder().encode(
    '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-x\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n',
  )
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head),
    pull(controller) {
      if (sent >= total) {
        controller.enqueue(new TextEncoder().encode('\r\n--b--\r\n'))
        return controller.close()
      }
      sent += chunk.length
      controller.enqueue(chunk)
    },
  })
  const asked = fetch(`${started.parley.baseUrl}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${validKey}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
  } as RequestInit)
  await arrived.promise
  // Once nothing moves any more, what was sent is what all buffers between hold, most of them the system's.
  let before = -1
  while (sent !== before) {
    before = sent
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(sent).toBeLessThan(total / 2)
  let received = 0
  request?.on('data', (data: Buffer) => {
    received += data.length
  })
  expect(await (await asked).json()).toEqual({ text: 'Hello' })
  expect(received).toBeGreaterThan(total)
})
