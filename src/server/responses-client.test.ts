import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import type { Played } from '#testing/engine-player.ts'
import { faults, playFault } from '#testing/faults.ts'
import { startOverPlayer } from '#testing/start-over-player.ts'
import { validKey } from '#testing/start-parley.ts'

// The official client of POST /v1/responses over the demo models and an OpenAI-style engine.

const chunk = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
const usage = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 60 },
  completion_tokens_details: { reasoning_tokens: 5 },
}
const thoughtful = [
  chunk({ reasoning_content: 'Let me see.' }),
  chunk({ content: 'It is ' }),
  chunk({ content: 'noon.' }, 'length'),
  `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`,
].join('')
const play = (played: Played) => {
  const { model, stream } = JSON.parse(played.body)
  if (model !== 'thoughtful') return playFault(played)
  if (stream) return void played.response.end(thoughtful)
  const message = { role: 'assistant', content: 'It is noon.', reasoning_content: 'Let me see.' }
  played.response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'length' }], usage }))
}

let started: Awaited<ReturnType<typeof startOverPlayer>>
let client: OpenAI
beforeAll(async () => {
  const demo = createEngine({ kind: 'built-in' }, { clock: systemClock })
  started = await startOverPlayer(play, ['thoughtful', ...Object.keys(faults)], [demo])
  client = new OpenAI({ baseURL: `${started.parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
})
afterAll(() => started.close())

const hello = { model: 'parley/echo', input: 'Hello out there' }
const forecast = {
  type: 'function' as const,
  name: 'forecast',
  strict: true,
  parameters: { type: 'object', properties: { city: { enum: ['Oslo'] } }, required: ['city'] },
}

describe('the official openai package with the Responses interface', () => {
  test('gets a response', async () => {
    const response = await client.responses.create(hello)
    expect(response).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      status: 'completed',
      model: 'parley/echo',
      output_text: 'Hello out there',
      usage: { output_tokens: 3, output_tokens_details: { reasoning_tokens: 0 } },
    })
  })

  test('streams a response, with its own events in their order', async () => {
    const names: string[] = []
    let text = ''
    let next = 0
    for await (const event of await client.responses.create({ ...hello, stream: true })) {
      names.push(event.type)
      expect(event.sequence_number).toBe(next++)
      if (event.type === 'response.output_text.delta') text += event.delta
      if (event.type === 'response.completed') expect(event.response.usage?.output_tokens).toBe(3)
    }
    expect(text).toBe('Hello out there')
    expect(names).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      ...Array.from({ length: 3 }, () => 'response.output_text.delta'),
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
  })

  test.each(['whole', 'streamed'])('gets reasoning, usage and an incomplete end: %s', async (way) => {
    const asked = { model: 'community/thoughtful', input: [{ role: 'user' as const, content: 'When?' }] }
    const response = await (way === 'whole'
      ? client.responses.create(asked)
      : client.responses.stream(asked).finalResponse())
    expect(response.output).toMatchObject([
      { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Let me see.' }] },
      { type: 'message', status: 'incomplete', content: [{ type: 'output_text', text: 'It is noon.' }] },
    ])
    expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
    expect(response.usage).toEqual({
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 60, cache_write_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 5 },
      total_tokens: 120,
    })
  })

  test.each(['whole', 'streamed'])('runs a complete tool loop: %s', async (way) => {
    const send = (input: OpenAI.Responses.ResponseInput) => {
      const asked = { model: 'parley/tools', tools: [forecast], input }
      return way === 'whole' ? client.responses.create(asked) : client.responses.stream(asked).finalResponse()
    }
    const question = { role: 'user' as const, content: 'Will it rain in Oslo?' }
    const { output } = await send([question])
    const call = output.flatMap((item) => (item.type === 'function_call' ? [item] : []))[0]
    expect(JSON.parse(call?.arguments ?? '')).toEqual({ city: 'Oslo' })
    const result = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'Rain after noon' }
    const last = await send([question, ...(output as OpenAI.Responses.ResponseInput), result])
    const text = last.output.flatMap((item) => (item.type === 'message' ? item.content : []))
    expect(text).toMatchObject([{ type: 'output_text', text: expect.stringContaining('Rain after noon') }])
  })

  test('gets structured output, and sends images and instructions', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] }
    const book = await client.responses.create({
      model: 'parley/json',
      input: 'A book',
      text: { format: { type: 'json_schema', name: 'book', strict: true, schema } },
    })
    expect(JSON.parse(book.output_text)).toEqual({ title: expect.any(String) })
    const seen = await client.responses.create({
      model: 'parley/inspect',
      instructions: 'Be brief.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
            { type: 'input_text', text: 'What is this?' },
          ],
        },
      ],
    })
    for (const part of ['Be brief.', 'What is this?', 'image']) expect(seen.output_text).toContain(part)
  })

  test.each([
    [BadRequestError, { temperature: 3 }, 'temperature'],
    [BadRequestError, { previous_response_id: 'resp_1' }, 'previous_response_id'],
    [BadRequestError, { background: true }, 'background'],
    [BadRequestError, { tools: [{ type: 'web_search' as const }] }, 'tools[0].type'],
    [NotFoundError, { model: 'no/such' }, 'no/such'],
    [RateLimitError, { model: 'community/rate-limit' }, 'said by the engine'],
    [APIError, { model: 'community/breaks' }, 'said by the engine'],
  ])('gets its own %o for %o', async (kind, fields, words) => {
    const asked = client.responses.create({ ...hello, ...fields, stream: false })
    await expect(asked).rejects.toBeInstanceOf(kind)
    await expect(asked).rejects.toThrow(words)
  })

  test('is refused with a wrong key', async () => {
    const stranger = client.withOptions({ apiKey: 'wrong' })
    await expect(stranger.responses.create(hello)).rejects.toBeInstanceOf(AuthenticationError)
  })

  test.each(Object.entries(faults).filter(([, { streamed, isHeavy }]) => typeof streamed === 'object' && !isHeavy))(
    'gets an error for a stream broken by “%s”',
    async (model) => {
      const reading = (async () => {
        const asked = { ...hello, model: `community/${model}`, stream: true } as const
        for await (const event of await client.responses.create(asked)) expect(event.type).not.toMatch(/completed$/)
      })()
      await expect(reading).rejects.toBeInstanceOf(APIError)
    },
  )

  test('stops the engine when it aborts a stream', async () => {
    const before = started.player.played.length
    const stream = await client.responses.create({ ...hello, model: 'community/goes-on', stream: true })
    for await (const { type } of stream) if (type === 'response.output_text.delta') stream.controller.abort()
    await vi.waitFor(() => expect(started.player.played.length).toBe(before + 1))
    await started.player.played.at(-1)?.gone
  })
})
