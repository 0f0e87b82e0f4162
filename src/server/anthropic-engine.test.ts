import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createUndiciTransport } from '#server/engines/undici-transport.ts'
import { createEngine } from '#service/engines/registry.ts'
import { systemClock } from '#service/service-context.ts'
import { type EnginePlayer, type Played, startEnginePlayer } from '#testing/engine-player.ts'
import { startParley, validKey } from '#testing/start-parley.ts'

// The official clients of all three interfaces over an engine that speaks Anthropic's, with the server's own transport.

const frame = (type: string, fields: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const begun = frame('message_start', {
  message: { id: 'msg_1', usage: { input_tokens: 10, cache_read_input_tokens: 30, output_tokens: 1 } },
})
const block = (index: number, content: object, ...deltas: object[]) =>
  frame('content_block_start', { index, content_block: content }) +
  deltas.map((delta) => frame('content_block_delta', { index, delta })).join('') +
  frame('content_block_stop', { index })
const ended = (reason: string) =>
  frame('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: 7 } }) + frame('message_stop')
const thought = block(
  0,
  { type: 'thinking', thinking: '', signature: '' },
  { type: 'thinking_delta', thinking: 'Look it up.' },
  { type: 'signature_delta', signature: 'c2lnbmVk' },
)
const called = block(
  1,
  { type: 'tool_use', id: 'toolu_1', name: 'forecast', input: {} },
  { type: 'input_json_delta', partial_json: '{"city":"Oslo"}' },
)
const told = block(
  0,
  { type: 'text', text: '' },
  { type: 'text_delta', text: 'Rain ' },
  { type: 'text_delta', text: 'at noon.' },
)
const overloaded = frame('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })

const models = ['claude', 'overloaded', 'cut', 'busy', 'goes-on']

/** Lists the models. Calls the tool unless its result is there. Other models fail in their own ways. */
function play({ request, body, response, gone }: Played): void {
  if (request.url?.startsWith('/v1/models?')) {
    return void response.end(JSON.stringify({ data: models.map((id) => ({ type: 'model', id })), has_more: false }))
  }
  const { model } = JSON.parse(body)
  if (model === 'overloaded') return void response.end(begun + frame('ping') + told + overloaded)
  if (model === 'cut') return void response.end(begun + told)
  if (model === 'busy') {
    response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' })
    return void response.end('{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}')
  }
  if (model === 'goes-on') {
    response.write(begun + frame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }))
    const more = frame('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'on ' } })
    const timer = setInterval(() => response.write(more), 5)
    return void gone.then(() => clearInterval(timer))
  }
  const isAnswered = body.includes('"tool_result"')
  response.end(begun + (isAnswered ? told + ended('end_turn') : thought + called + ended('tool_use')))
}

let player: EnginePlayer
let parley: Awaited<ReturnType<typeof startParley>>
let anthropic: Anthropic
let openai: OpenAI
beforeAll(async () => {
  player = await startEnginePlayer(play)
  const transport = createUndiciTransport({ connectMs: 5000 })
  const settings = { kind: 'anthropic', name: 'claude', baseUrl: player.baseUrl, apiKey: 'sk-ant-ours' } as const
  parley = await startParley([createEngine(settings, { clock: systemClock, transport })])
  anthropic = new Anthropic({ baseURL: parley.baseUrl, apiKey: validKey, maxRetries: 0 })
  openai = new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
})
afterAll(() => {
  parley.close()
  player.close()
})

const model = 'community/claude'
const question = { role: 'user' as const, content: 'Will it rain in Oslo?' }
const parameters = { type: 'object' as const, properties: { city: { type: 'string' } } }
const lastSent = () => JSON.parse(player.played.at(-1)?.body ?? '')
/** What the engine must get back with the result: its own reasoning, unchanged, and its call. */
const reply = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'Look it up.', signature: 'c2lnbmVk' },
    { type: 'tool_use', id: 'toolu_1', name: 'forecast', input: { city: 'Oslo' } },
  ],
}
const result = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'Rain' }] }],
}

describe.each(['whole', 'streamed'])('a tool loop, %s,', (way) => {
  test('by the client of Anthropic', async () => {
    const send = (messages: Anthropic.MessageParam[]) => {
      const asked = { model, max_tokens: 99, tools: [{ name: 'forecast', input_schema: parameters }], messages }
      return way === 'whole' ? anthropic.messages.create(asked) : anthropic.messages.stream(asked).finalMessage()
    }
    const first = await send([question])
    expect(first.content).toMatchObject(reply.content)
    expect(first.stop_reason).toBe('tool_use')
    expect(first.usage).toMatchObject({ input_tokens: 10, cache_read_input_tokens: 30, output_tokens: 7 })
    const results: Anthropic.ToolResultBlockParam[] = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Rain' }]
    const last = await send([
      question,
      { role: 'assistant', content: first.content },
      { role: 'user', content: results },
    ])
    expect(last.content).toMatchObject([{ type: 'text', text: 'Rain at noon.' }])
    expect(lastSent().messages.slice(1)).toEqual([reply, result])
    expect(lastSent().tools).toEqual([{ name: 'forecast', input_schema: parameters }])
  })

  test('by the client of Responses', async () => {
    const send = (input: OpenAI.Responses.ResponseInput) => {
      const tools = [{ type: 'function' as const, name: 'forecast', parameters, strict: null }]
      const asked = { model, tools, input, include: ['reasoning.encrypted_content' as const] }
      return way === 'whole' ? openai.responses.create(asked) : openai.responses.stream(asked).finalResponse()
    }
    const first = await send([question])
    expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'function_call'])
    expect(first.usage).toMatchObject({
      input_tokens: 40,
      input_tokens_details: { cached_tokens: 30 },
      output_tokens: 7,
    })
    const output = { type: 'function_call_output' as const, call_id: 'toolu_1', output: 'Rain' }
    const last = await send([question, ...(first.output as OpenAI.Responses.ResponseInput), output])
    expect(last.output).toMatchObject([{ type: 'message', content: [{ text: 'Rain at noon.' }] }])
    expect(lastSent().messages.slice(1)).toEqual([reply, result])
  })

  test('by the client of chat completions', async () => {
    const send = (messages: OpenAI.ChatCompletionMessageParam[]) => {
      const asked = {
        model,
        tools: [{ type: 'function' as const, function: { name: 'forecast', parameters } }],
        messages,
      }
      return way === 'whole'
        ? openai.chat.completions.create(asked)
        : openai.chat.completions.stream(asked).finalChatCompletion()
    }
    const first = (await send([question])).choices[0]
    expect(first?.finish_reason).toBe('tool_calls')
    expect(first?.message.tool_calls).toMatchObject([
      { id: 'toolu_1', function: { name: 'forecast', arguments: '{"city":"Oslo"}' } },
    ])
    const message = first?.message ?? { role: 'assistant' as const, content: '' }
    const last = await send([question, message, { role: 'tool', tool_call_id: 'toolu_1', content: 'Rain' }])
    expect(last.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Rain at noon.' } })
  })
})

describe.each(['overloaded', 'cut'])('a stream that ends as “%s”', (name) => {
  const asked = { model: `community/${name}`, max_tokens: 9, messages: [question] }

  test('is an error for every client', async () => {
    await expect(anthropic.messages.stream(asked).finalMessage()).rejects.toThrow(Anthropic.APIError)
    await expect(openai.chat.completions.stream(asked).finalChatCompletion()).rejects.toThrow(OpenAI.APIError)
    const { model: id } = asked
    await expect(openai.responses.stream({ model: id, input: 'Hi' }).finalResponse()).rejects.toThrow(OpenAI.APIError)
    await expect(anthropic.messages.create(asked)).rejects.toMatchObject({ status: 502 })
  })
})

test('a limit of the engine reaches the caller with the time to wait', async () => {
  const asked = anthropic.messages.create({ model: 'community/busy', max_tokens: 9, messages: [question] })
  const reason: unknown = await asked.catch((thrown: unknown) => thrown)
  expect(reason instanceof Anthropic.RateLimitError && reason.headers.get('retry-after')).toBe('7')
})

test('the engine stops when the caller aborts', async () => {
  const before = player.played.length
  const stream = anthropic.messages.stream({ model: 'community/goes-on', max_tokens: 9, messages: [question] })
  stream.on('text', () => stream.abort())
  await expect(stream.finalMessage()).rejects.toThrow(/abort/i)
  await vi.waitFor(() => expect(player.played.length).toBe(before + 1))
  await player.played.at(-1)?.gone
})
