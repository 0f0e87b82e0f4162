import Anthropic, {
  APIError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
} from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import { faults, playFault } from '#testing/faults.ts'
import type { Played } from '#testing/engine-player.ts'
import { startOverPlayer } from '#testing/start-over-player.ts'
import { validKey } from '#testing/start-parley.ts'

// The official client of POST /v1/messages over the demo models and an OpenAI-style engine.

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
  chunk({ reasoning_content: 'Let me ' }),
  chunk({ reasoning_content: 'see.' }),
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
let client: Anthropic
beforeAll(async () => {
  const demo = createEngine({ kind: 'built-in' }, { clock: systemClock })
  started = await startOverPlayer(play, ['thoughtful', ...Object.keys(faults)], [demo])
  client = new Anthropic({ baseURL: started.parley.baseUrl, apiKey: validKey, maxRetries: 0 })
})
afterAll(() => started.close())

const hello = {
  model: 'parley/echo',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'Hello out there' }],
}
const forecast = {
  name: 'forecast',
  input_schema: { type: 'object' as const, properties: { city: { enum: ['Oslo'] } }, required: ['city'] },
}

describe('the official @anthropic-ai/sdk package', () => {
  test('gets a message', async () => {
    const message = await client.messages.create(hello)
    expect(message).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'assistant',
      model: 'parley/echo',
      content: [{ type: 'text', text: 'Hello out there' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: expect.any(Number), output_tokens: 3 },
    })
  })

  test('streams a message, with its own events in their order', async () => {
    const names: string[] = []
    const stream = client.messages.stream(hello).on('streamEvent', ({ type }) => names.push(type))
    const message = await stream.finalMessage()
    expect(message.content).toEqual([{ type: 'text', text: 'Hello out there', citations: null }])
    expect(message).toMatchObject({ stop_reason: 'end_turn', usage: { output_tokens: 3 } })
    expect(names).toEqual([
      'message_start',
      'content_block_start',
      ...Array.from({ length: 3 }, () => 'content_block_delta'),
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
  })

  test.each(['whole', 'streamed'])('gets reasoning, usage and the stop reason: %s', async (way) => {
    const asked = { ...hello, model: 'community/thoughtful' }
    const message = await (way === 'whole'
      ? client.messages.create(asked)
      : client.messages.stream(asked).finalMessage())
    expect(message.content).toEqual([
      { type: 'thinking', thinking: 'Let me see.', signature: '' },
      { type: 'text', text: 'It is noon.', citations: null },
    ])
    expect(message.stop_reason).toBe('max_tokens')
    expect(message.usage).toMatchObject({
      input_tokens: 40,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: 0,
      output_tokens: 20,
      output_tokens_details: { thinking_tokens: 5 },
    })
  })

  test.each(['whole', 'streamed'])('runs a complete tool loop: %s', async (way) => {
    const send = (messages: Anthropic.MessageParam[]) => {
      const asked = { model: 'parley/tools', max_tokens: 500, tools: [forecast], messages }
      return way === 'whole' ? client.messages.create(asked) : client.messages.stream(asked).finalMessage()
    }
    const question: Anthropic.MessageParam = { role: 'user', content: 'Will it rain in Oslo?' }
    const reply = await send([question])
    expect(reply.stop_reason).toBe('tool_use')
    const call = reply.content.find((block) => block.type === 'tool_use')
    expect(call).toMatchObject({ name: 'forecast', input: { city: 'Oslo' } })
    const results: Anthropic.MessageParam = {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: call?.id ?? '', content: [{ type: 'text', text: 'Rain after noon' }] },
      ],
    }
    const last = await send([question, { role: 'assistant', content: reply.content }, results])
    expect(last.content).toMatchObject([{ type: 'text', text: expect.stringContaining('Rain after noon') }])
    expect(last.stop_reason).toBe('end_turn')
  })

  test('sends images, instructions and stop sequences', async () => {
    const message = await client.messages.create({
      model: 'parley/inspect',
      max_tokens: 2000,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      stop_sequences: ['STOP-HERE'],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            { type: 'text', text: 'What is this?' },
          ],
        },
      ],
    })
    const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    for (const part of ['Be brief.', 'What is this?', 'image']) expect(text).toContain(part)
  })

  test.each([
    [BadRequestError, { temperature: 3 }, 'temperature'],
    [BadRequestError, { container: 'box' }, 'container'],
    [NotFoundError, { model: 'no/such' }, 'no/such'],
    [RateLimitError, { model: 'community/rate-limit' }, 'said by the engine'],
    [APIError, { model: 'community/breaks' }, 'said by the engine'],
  ])('gets its own %o for %o', async (kind, fields, words) => {
    const asked = client.messages.create({ ...hello, ...fields })
    await expect(asked).rejects.toBeInstanceOf(kind)
    await expect(asked).rejects.toMatchObject({
      error: { type: 'error', error: { type: expect.stringMatching(/_error$/) } },
    })
    await expect(asked).rejects.toThrow(words)
  })

  test('takes the key as a bearer token, too, and refuses a wrong one', async () => {
    const bearer = new Anthropic({ baseURL: started.parley.baseUrl, apiKey: null, authToken: validKey, maxRetries: 0 })
    expect((await bearer.messages.create(hello)).content).toHaveLength(1)
    const stranger = new Anthropic({ baseURL: started.parley.baseUrl, apiKey: 'wrong', maxRetries: 0 })
    await expect(stranger.messages.create(hello)).rejects.toBeInstanceOf(AuthenticationError)
  })

  test.each(Object.entries(faults).filter(([, { streamed, isHeavy }]) => typeof streamed === 'object' && !isHeavy))(
    'gets an error for a stream broken by “%s”',
    async (model) => {
      await expect(client.messages.stream({ ...hello, model: `community/${model}` }).finalMessage()).rejects.toThrow(
        /./,
      )
    },
  )

  test('stops the engine when it aborts a stream', async () => {
    const before = started.player.played.length
    const stream = client.messages.stream({ ...hello, model: 'community/goes-on' }).on('text', () => stream.abort())
    await expect(stream.finalMessage()).rejects.toThrow(/abort/i)
    await vi.waitFor(() => expect(started.player.played.length).toBe(before + 1))
    await started.player.played.at(-1)?.gone
  })
})

test('the frames of a failed stream end in an error event', async () => {
  const response = await fetch(`${started.parley.baseUrl}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': validKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...hello, model: 'community/cut-between-frames', stream: true }),
  })
  const text = await response.text()
  expect(text).toMatch(/^event: message_start\n/)
  expect(text).toContain('"text":"Half a rep"')
  expect(text).toMatch(/event: error\ndata: {"type":"error","error":{"type":"api_error","message":"[^"]+".*\n\n$/)
  expect(text).not.toContain('message_stop')
})
