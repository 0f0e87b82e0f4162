import OpenAI, {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#service/service-context.ts'
import type { Engine } from '#service/engines/engine.ts'
import { createEngine } from '#service/engines/registry.ts'
import type { Played } from '#testing/engine-player.ts'
import { faults, playFault } from '#testing/faults.ts'
import { startOverPlayer } from '#testing/start-over-player.ts'
import { validKey } from '#testing/start-parley.ts'

// Features of this client alone; chat-clients.test.ts tests those that all clients share.

const measured = (token: string) => ({ content: [{ token, logprob: -1, bytes: null, top_logprobs: [] }] })
/** An engine's chunks with log probabilities: the first ones come with the role. */
const withLogprobs = ['Hello', ' out', ' there']
  .map((content, place) => ({
    delta: { ...(place === 0 && { role: 'assistant' }), content },
    logprobs: measured(content),
  }))
  .map((choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice, finish_reason: null }] })}\n\n`)
  .concat(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`)
  .join('')

let started: Awaited<ReturnType<typeof startOverPlayer>>
let client: OpenAI

beforeAll(async () => {
  const demo = createEngine({ kind: 'built-in' }, { clock: systemClock })
  const asleep: Engine = { ...demo, name: 'asleep', models: async () => [{ id: 'acme/off', status: 'inactive' }] }
  const play = (played: Played) =>
    played.body.includes('"logprobs":true') ? played.response.end(withLogprobs) : playFault(played)
  started = await startOverPlayer(play, ['measured', ...Object.keys(faults)], [demo, asleep])
  client = new OpenAI({ baseURL: `${started.parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
})
afterAll(() => started.close())

const hello = { model: 'parley/echo', messages: [{ role: 'user' as const, content: 'Hello out there' }] }

describe('the official openai package', () => {
  test('lists the models', async () => {
    const ids: string[] = []
    for await (const { id, object } of client.models.list()) {
      expect(object).toBe('model')
      ids.push(id)
    }
    expect(ids).toEqual(expect.arrayContaining(['parley/echo', 'parley/eliza', 'community/rate-limit']))
  })

  test('gets a model whose id contains a slash', async () => {
    expect(await client.models.retrieve('parley/echo')).toMatchObject({ id: 'parley/echo', object: 'model' })
  })

  test('gets a single reply', async () => {
    const completion = await client.chat.completions.create(hello)
    expect(completion.choices[0]?.message).toMatchObject({ role: 'assistant', content: 'Hello out there' })
    expect(completion.choices[0]?.finish_reason).toBe('stop')
    expect(completion.usage?.total_tokens).toBeGreaterThan(0)
  })

  test('streams a reply, with usage if requested', async () => {
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

  test('streams a reply through its helper', async () => {
    const completion = await client.chat.completions.stream(hello).finalChatCompletion()
    expect(completion.choices[0]?.message.content).toBe('Hello out there')
  })

  test('gets each log probability once through its helper', async () => {
    const asked = { ...hello, model: 'community/measured', logprobs: true }
    const completion = await client.chat.completions.stream(asked).finalChatCompletion()
    expect(completion.choices[0]?.message.content).toBe('Hello out there')
    expect(completion.choices[0]?.logprobs?.content?.map(({ token }) => token)).toEqual(['Hello', ' out', ' there'])
  })

  test.each([
    [BadRequestError, { temperature: 3 }],
    [NotFoundError, { model: 'no/such' }],
    [ConflictError, { model: 'acme/off' }],
    [RateLimitError, { model: 'community/rate-limit' }],
    [InternalServerError, { model: 'community/breaks' }],
  ])('gets its own %o', async (kind, fields) => {
    const asked = client.chat.completions.create({ ...hello, ...fields })
    await expect(asked).rejects.toBeInstanceOf(kind)
    await expect(asked).rejects.toMatchObject({ requestID: expect.any(String), message: expect.any(String) })
  })

  test('gets an AuthenticationError from every endpoint', async () => {
    const stranger = client.withOptions({ apiKey: 'wrong' })
    await expect(stranger.models.list()).rejects.toBeInstanceOf(AuthenticationError)
    await expect(stranger.chat.completions.create(hello)).rejects.toBeInstanceOf(AuthenticationError)
    await expect(stranger.models.retrieve('parley/echo')).rejects.toBeInstanceOf(AuthenticationError)
  })

  test('runs a complete tool loop', async () => {
    const given: unknown[] = []
    const runner = client.chat.completions.runTools({
      model: 'parley/tools',
      messages: [{ role: 'user', content: 'Will it rain in Oslo?' }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'forecast',
            description: 'The weather of tomorrow',
            parameters: {
              type: 'object',
              properties: { city: { enum: ['Oslo', 'Bergen'] }, days: { type: 'integer', minimum: 1, maximum: 3 } },
              required: ['city', 'days'],
            },
            parse: JSON.parse,
            function(input: unknown) {
              given.push(input)
              return 'Rain after noon'
            },
          },
        },
      ],
    })
    expect(await runner.finalContent()).toContain('Rain after noon')
    expect(given).toEqual([{ city: expect.stringMatching(/^(Oslo|Bergen)$/), days: expect.any(Number) }])
  })

  test('gets a parsed structured output, whole and streamed', async () => {
    const request = {
      model: 'parley/json',
      messages: [{ role: 'user' as const, content: 'A book' }],
      response_format: {
        type: 'json_schema' as const,
        json_schema: {
          name: 'book',
          strict: true,
          schema: {
            type: 'object',
            properties: { title: { type: 'string' }, year: { type: 'integer' } },
            required: ['title', 'year'],
          },
        },
      },
    }
    const whole = await client.chat.completions.create(request)
    const book = { title: expect.any(String), year: expect.any(Number) }
    expect(JSON.parse(whole.choices[0]?.message.content ?? '')).toEqual(book)
    const streamed = await client.chat.completions.stream(request).finalChatCompletion()
    expect(JSON.parse(streamed.choices[0]?.message.content ?? '')).toEqual(book)
  })

  test('gets the invalid field, and the time to wait', async () => {
    const tooHot = client.chat.completions.create({ ...hello, temperature: 3 })
    await expect(tooHot).rejects.toMatchObject({ param: 'temperature', code: 'invalid_value' })
    const tooMany = client.chat.completions.create({ ...hello, model: 'community/rate-limit' })
    const reason: unknown = await tooMany.catch((thrown: unknown) => thrown)
    expect(reason instanceof RateLimitError && reason.headers.get('retry-after')).toBe('7')
  })

  test('gets a NotFoundError for an unknown model', async () => {
    await expect(client.models.retrieve('no/such')).rejects.toBeInstanceOf(NotFoundError)
  })

  test.each([
    ['a model that cannot be called now', 'acme/off', 1],
    ['an engine that breaks, which it does', 'community/breaks', 2],
  ])('retries as the service says: %s', async (_name, model, times) => {
    let requests = 0
    const counting = client.withOptions({
      maxRetries: 1,
      fetch: (url, init) => {
        requests++
        return fetch(url, init)
      },
    })
    await expect(counting.chat.completions.create({ ...hello, model })).rejects.toThrow(/./)
    expect(requests).toBe(times)
  })
})
