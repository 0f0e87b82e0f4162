import OpenAI, { AuthenticationError, BadRequestError, ConflictError, NotFoundError } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#service/clock.ts'
import { createEngine } from '#service/engines/registry.ts'
import { pieceFrame, startEnginePlayer, type EnginePlayer } from './testing/engine-player.ts'
import { goodKey, startParley } from './testing/start-parley.ts'

let parley: Awaited<ReturnType<typeof startParley>>
let player: EnginePlayer
let client: OpenAI

beforeAll(async () => {
  player = await startEnginePlayer(({ response }) => {
    response.write(pieceFrame('As far as'))
    response.end()
  })
  const settings = { kind: 'openai-style', name: 'player', baseUrl: player.baseUrl } as const
  parley = await startParley([
    createEngine({ kind: 'built-in' }, { clock: systemClock }),
    createEngine(settings, { clock: systemClock }),
  ])
  client = new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: goodKey, maxRetries: 0 })
})
afterAll(() => {
  parley.close()
  player.close()
})

const hello = { model: 'parley/echo', messages: [{ role: 'user' as const, content: 'Hello out there' }] }

describe('the official openai package, pointed at the service', () => {
  test('lists the models', async () => {
    const ids: string[] = []
    for await (const { id, object } of client.models.list()) {
      expect(object).toBe('model')
      ids.push(id)
    }
    expect(ids).toEqual(expect.arrayContaining(['parley/echo', 'parley/eliza', 'community/tiny']))
  })

  test('gets one model by its slash id', async () => {
    expect(await client.models.retrieve('parley/echo')).toMatchObject({ id: 'parley/echo', object: 'model' })
  })

  test('gets a single reply', async () => {
    const completion = await client.chat.completions.create(hello)
    expect(completion.choices[0]?.message).toMatchObject({ role: 'assistant', content: 'Hello out there' })
    expect(completion.choices[0]?.finish_reason).toBe('stop')
    expect(completion.usage?.total_tokens).toBeGreaterThan(0)
  })

  test('streams one, with usage when asked for', async () => {
    const stream = await client.chat.completions.create({
      ...hello,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    const reasons: (string | null)[] = []
    let tokens = 0
    for await (const { choices, usage } of stream) {
      text += choices[0]?.delta.content ?? ''
      reasons.push(choices[0]?.finish_reason ?? null)
      tokens = usage?.completion_tokens ?? tokens
    }
    expect(text).toBe('Hello out there')
    expect(reasons.filter((reason) => reason !== null)).toEqual(['stop'])
    expect(tokens).toBe(3)
  })

  test('streams one through its helper', async () => {
    const completion = await client.chat.completions.stream(hello).finalChatCompletion()
    expect(completion.choices[0]?.message.content).toBe('Hello out there')
  })

  test('is told when a stream is cut', async () => {
    const stream = await client.chat.completions.create({ ...hello, model: 'community/tiny', stream: true })
    const read = async () => {
      for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk')
    }
    await expect(read()).rejects.toThrow('The reply was cut')
  })

  test('knows a wrong key', async () => {
    const stranger = new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: 'wrong', maxRetries: 0 })
    await expect(stranger.models.list()).rejects.toBeInstanceOf(AuthenticationError)
    await expect(stranger.chat.completions.create(hello)).rejects.toBeInstanceOf(AuthenticationError)
  })

  test('knows a temperature that is too high', async () => {
    const asked = client.chat.completions.create({ ...hello, temperature: 3 })
    await expect(asked).rejects.toBeInstanceOf(BadRequestError)
    await expect(asked).rejects.toMatchObject({ param: 'temperature', requestID: expect.any(String) })
  })

  test('knows a model that does not exist', async () => {
    await expect(client.chat.completions.create({ ...hello, model: 'no/such' })).rejects.toBeInstanceOf(NotFoundError)
    await expect(client.models.retrieve('no/such')).rejects.toBeInstanceOf(NotFoundError)
  })

  test('does not retry a model that cannot be called now', async () => {
    const off = { id: 'acme/off', status: 'inactive' as const }
    const builtIn = createEngine({ kind: 'built-in' }, { clock: systemClock })
    const other = await startParley([{ ...builtIn, models: async () => [off] }])
    let requests = 0
    const counting = new OpenAI({
      baseURL: `${other.baseUrl}/v1`,
      apiKey: goodKey,
      fetch: (url, init) => {
        requests++
        return fetch(url, init)
      },
    })
    const asked = counting.chat.completions.create({ ...hello, model: 'acme/off' })
    await expect(asked).rejects.toBeInstanceOf(ConflictError)
    expect(requests).toBe(1)
    other.close()
  })
})
