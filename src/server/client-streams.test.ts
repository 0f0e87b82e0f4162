import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import { type EnginePlayer, type Played, startEnginePlayer } from '#testing/engine-player.ts'
import { startParley, validKey } from '#testing/start-parley.ts'

// What the stream helpers of both official clients make of calls in pieces, and of failures after the status is sent.

const chunk = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
const begin = (index: number, name: string, args: string) =>
  chunk({ tool_calls: [{ index, id: `call_${name}`, type: 'function', function: { name, arguments: args } }] })
const more = (index: number, args: string) => chunk({ tool_calls: [{ index, function: { arguments: args } }] })
const end = `${chunk({}, 'tool_calls')}data: [DONE]\n\n`

const replies: Readonly<Record<string, string>> = {
  'cut-call': begin(0, 'save', '{"x":"abc') + end,
  'cut-later-call': begin(0, 'load', '{}') + begin(1, 'save', '{"x":"abc') + end,
  'split-call': begin(0, 'save', '{"x":"ab') + chunk({ content: '\n' }) + more(0, 'c"}') + end,
  'mixed-calls': begin(0, 'save', '{"x":') + begin(1, 'load', '{"y":') + more(1, '2}') + more(0, '1}') + end,
  refusal: chunk({ refusal: 'I can’t ' }) + chunk({ refusal: 'do that.' }) + chunk({}, 'stop'),
}

/** Requests whose answer the test writes. */
let waiting: Played[] = []
const play = (played: Played) => {
  const { model } = JSON.parse(played.body)
  if (model in replies) played.response.end(replies[model])
  else waiting.push(played)
}

let player: EnginePlayer
let parley: Awaited<ReturnType<typeof startParley>>
let openai: OpenAI
let anthropic: Anthropic
beforeAll(async () => {
  player = await startEnginePlayer(play, [...Object.keys(replies), 'late'])
  const settings = { kind: 'openai-style', name: 'player', baseUrl: player.baseUrl } as const
  parley = await startParley([createEngine(settings, { clock: systemClock })], { keepAliveMs: 10 })
  openai = new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
  anthropic = new Anthropic({ baseURL: parley.baseUrl, apiKey: validKey, maxRetries: 0 })
})
afterAll(() => {
  parley.close()
  player.close()
})

const streamMessage = (model: string) =>
  anthropic.messages.stream({
    model: `community/${model}`,
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Hi' }],
  })
const streamResponse = (model: string) => openai.responses.stream({ model: `community/${model}`, input: 'Hi' })

describe.each(['cut-call', 'cut-later-call'])('a stream with a %s', (model) => {
  test('is an error that names the tool', async () => {
    await expect(streamMessage(model).finalMessage()).rejects.toThrow(/save with arguments/u)
    await expect(streamResponse(model).finalResponse()).rejects.toThrow(/save with arguments/u)
  })
})

test('a call with text between its pieces arrives intact', async () => {
  const message = await streamMessage('split-call').finalMessage()
  const calls = message.content.filter((block) => block.type === 'tool_use')
  expect(calls).toMatchObject([{ id: 'call_save', name: 'save', input: { x: 'abc' } }])
  const { output } = await streamResponse('split-call').finalResponse()
  const items = output.filter((item) => item.type === 'function_call')
  expect(items).toMatchObject([{ call_id: 'call_save', name: 'save', arguments: '{"x":"abc"}' }])
})

test('mixed parallel calls arrive intact', async () => {
  const message = await streamMessage('mixed-calls').finalMessage()
  expect(message).toMatchObject({
    stop_reason: 'tool_use',
    content: [
      { name: 'save', input: { x: 1 } },
      { name: 'load', input: { y: 2 } },
    ],
  })
  const { output } = await streamResponse('mixed-calls').finalResponse()
  expect(output).toMatchObject([
    { name: 'save', arguments: '{"x":1}' },
    { name: 'load', arguments: '{"y":2}' },
  ])
})

test('a refusal arrives as one', async () => {
  const message = await streamMessage('refusal').finalMessage()
  expect(message).toMatchObject({ stop_reason: 'refusal', content: [{ text: 'I can’t do that.' }] })
  const { output } = await streamResponse('refusal').finalResponse()
  expect(output).toMatchObject([{ content: [{ type: 'refusal', refusal: 'I can’t do that.' }] }])
})

describe('a failure after the status, but before the first content', () => {
  const refusal = JSON.stringify({ error: { message: 'Out of memory.', type: 'server_error', code: 'oom' } })

  const started = {
    openai() {
      const stream = streamResponse('late')
      return { done: stream.done(), connected: stream.emitted('connect') }
    },
    '@anthropic-ai/sdk'() {
      const stream = streamMessage('late')
      return { done: stream.done(), connected: stream.emitted('connect') }
    },
  }

  test.each(Object.entries(started))('reaches %s with its reason', async (_, start) => {
    waiting = []
    const { done, connected } = start()
    const failure = done.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    // The keep-alives have begun the stream.
    await connected
    for (const { response } of waiting) response.writeHead(500).end(refusal)
    expect(await failure).toMatchObject({ message: expect.stringContaining('Out of memory.') })
  })
})
