import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { BadRequestError, toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createForwardFetch } from '#server/engines/forward-fetch.ts'
import { createUndiciTransport } from '#server/engines/undici-transport.ts'
import { createLocalModels } from '#server/models/local-models.ts'
import { createMetrics } from '#server/observability/metrics.ts'
import { type EngineSettings, createEngine } from '#service/engines/registry.ts'
import { silentLog, systemClock } from '#service/service-context.ts'
import { type Played, startEnginePlayer } from '#testing/engine-player.ts'
import { startParley, validKey } from '#testing/start-parley.ts'
import { tinyGguf } from '#testing/tiny-gguf.ts'

// Every flow of the official clients over every kind of engine, through one server with all of them. A random model writes
// the same words every time at temperature 0.

const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }
const call = { id: 'call_1', type: 'function', function: { name: 'forecast', arguments: '{"city":"Oslo"}' } }

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const json = (response: Played['response'], value: unknown) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** Other answers of the engine with OpenAI's interface, by path. */
const forwarded: Readonly<Record<string, unknown>> = {
  '/v1/embeddings': { object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.5, -1] }], usage },
  '/v1/moderations': { id: 'modr-1', model: 'x', results: [{ flagged: true }] },
  '/v1/images/generations': { created: 1, data: [{ b64_json: 'aGk=' }] },
  '/v1/audio/transcriptions': { text: 'Good morning', usage: { type: 'duration', seconds: 2 } },
}

/** Calls the tool, if there is one and its result isn't there yet. */
function playOpenAI({ request, body, response }: Played): void {
  const path = request.url ?? ''
  if (path === '/v1/audio/speech') return void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound')
  if (path in forwarded) return json(response, forwarded[path])
  const { tools, messages, stream } = JSON.parse(body)
  const calls = tools && messages.at(-1).role !== 'tool'
  const message = calls ? { content: null, tool_calls: [{ index: 0, ...call }] } : { content: 'Rain at noon.' }
  const finish_reason = calls ? 'tool_calls' : 'stop'
  if (stream !== true) return json(response, { choices: [{ index: 0, message, finish_reason }], usage })
  const chunk = (delta: object, reason: string | null = null) =>
    data({ choices: [{ index: 0, delta, finish_reason: reason }] })
  const rest = data({ choices: [], usage }) + 'data: [DONE]\n\n'
  response.end(chunk({ role: 'assistant', ...message }) + chunk({}, finish_reason) + rest)
}

function playAnthropic({ request, body, response }: Played): void {
  if (request.url?.startsWith('/v1/models')) return json(response, { data: [{ type: 'model', id: 'claude-x' }] })
  if (request.url === '/v1/messages/count_tokens') return json(response, { input_tokens: 42 })
  const calls = body.includes('"tools"') && !body.includes('"tool_result"')
  const content = calls
    ? { type: 'tool_use', id: 'toolu_1', name: 'forecast', input: { city: 'Oslo' } }
    : { type: 'text', text: 'Rain at noon.' }
  const events = [
    { type: 'message_start', message: { id: 'msg_1', usage: { input_tokens: 10, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: content },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: calls ? 'tool_use' : 'end_turn' }, usage: { output_tokens: 4 } },
    { type: 'message_stop' },
  ]
  response.end(events.map((event) => `event: ${event.type}\n${data(event)}`).join(''))
}

/** The models of each kind of engine: one that answers, and one that calls the tool. */
const engines = {
  'built-in': { model: 'parley/eliza', caller: 'parley/tools', counted: expect.any(Number) },
  'openai-style': { model: 'community/talker', caller: 'community/talker', counted: expect.any(Number) },
  anthropic: { model: 'community/claude-x', caller: 'community/claude-x', counted: 42 },
  'model-files': { model: 'local/tiny', caller: 'local/tiny', counted: expect.any(Number) },
  routes: { model: 'team/talker', caller: 'team/talker', counted: expect.any(Number) },
} as const satisfies Record<EngineSettings['kind'], object>

const forwardedModels = ['text-embedding-x', 'omni-moderation-x', 'gpt-image-x', 'tts-x', 'whisper-x']

/** What publishes the models of the other endpoints. */
const forwarders: Partial<Record<string, string>> = { 'openai-style': 'community', routes: 'team' }

const closing: (() => unknown)[] = []
let openai: OpenAI
let anthropic: Anthropic
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-clients-'))
  await writeFile(join(folder, 'tiny.gguf'), tinyGguf())
  const runtime = createLocalModels({
    settings: {
      modelFiles: [folder],
      modelContext: 2048,
      modelSlots: 1,
      modelQueue: 8,
      modelIdleMs: 60_000,
      modelThreads: 1,
      modelGpu: 'off',
    },
    log: silentLog,
    meter: createMetrics().modelMeter,
  })
  const one = await startEnginePlayer(playOpenAI, ['talker', ...forwardedModels])
  const other = await startEnginePlayer(playAnthropic)
  const connect = { connectMs: 5000 }
  const tools = { clock: systemClock, transport: createUndiciTransport(connect), fetch: createForwardFetch(connect) }
  const settings: EngineSettings[] = [
    { kind: 'built-in' },
    { kind: 'openai-style', name: 'one', baseUrl: one.baseUrl },
    { kind: 'anthropic', name: 'other', baseUrl: other.baseUrl },
    { kind: 'model-files', runtime },
  ]
  const started = settings.map((each) => createEngine(each, tools))
  const routes = Object.fromEntries(
    ['talker', ...forwardedModels].map((id) => [`team/${id}`, [{ engine: 'one', model: id, weight: 1 }]]),
  )
  const findEngine = (name: string) => started.find((engine) => engine.name === name)
  const route = createEngine({ kind: 'routes', routes, firstContentMs: 60_000, findEngine }, tools)
  const parley = await startParley([...started, route])
  closing.push(
    parley.close,
    one.close,
    other.close,
    () => runtime.close(),
    () => rm(folder, { recursive: true }),
  )
  openai = new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
  anthropic = new Anthropic({ baseURL: parley.baseUrl, apiKey: validKey, maxRetries: 0 })
})
afterAll(async () => {
  for (const close of closing) await close()
})

const question = 'Will it rain in Oslo?'
const asked = { role: 'user' as const, content: question }
const parameters = {
  type: 'object' as const,
  properties: { city: { type: 'string', enum: ['Oslo'] } },
  required: ['city'],
  additionalProperties: false,
}
const words: unknown = expect.stringMatching(/\w+/u)
const someTokens: unknown = expect.toSatisfy((count: unknown) => typeof count === 'number' && count > 0)

describe.each(Object.entries(engines))('over the engine %s', (kind, { model, caller, counted }) => {
  describe('the openai package', () => {
    const limited = { model, messages: [asked], max_tokens: 24, temperature: 0 }

    test('chats, as a whole and as a stream', async () => {
      const whole = await openai.chat.completions.create(limited)
      expect(whole.choices[0]).toMatchObject({ message: { role: 'assistant', content: words } })
      expect(whole.usage).toMatchObject({ prompt_tokens: someTokens, completion_tokens: someTokens })
      const stream = openai.chat.completions.stream({ ...limited, stream_options: { include_usage: true } })
      const last = await stream.finalChatCompletion()
      expect(last.choices[0]).toMatchObject({
        message: { content: words },
        finish_reason: expect.stringMatching(/stop|length/u),
      })
      expect(last.usage?.total_tokens).toEqual(someTokens)
    })

    test.each(['whole', 'streamed'])('runs a loop of tools in a chat: %s', async (way) => {
      const send = async (messages: OpenAI.ChatCompletionMessageParam[], choice: 'required' | 'auto') => {
        const tool = { type: 'function' as const, function: { name: 'forecast', parameters } }
        const body = { model: caller, messages, tools: [tool], tool_choice: choice, max_tokens: 100, temperature: 0 }
        const reply = way === 'whole' ? openai.chat.completions.create(body) : chatStream(body)
        return (await reply).choices[0]
      }
      const first = await send([asked], 'required')
      const [called] = first?.message.tool_calls ?? []
      expect(first?.finish_reason).toBe('tool_calls')
      expect(called).toMatchObject({ type: 'function', function: { name: 'forecast', arguments: '{"city":"Oslo"}' } })
      const result = { role: 'tool' as const, tool_call_id: called?.id ?? '', content: 'Rain' }
      const assistant = { role: 'assistant' as const, content: null, tool_calls: first?.message.tool_calls ?? [] }
      expect(await send([asked, assistant, result], 'auto')).toMatchObject({ message: { content: words } })
    })

    test('gets responses, as a whole and as a stream', async () => {
      const body = { model, input: question, max_output_tokens: 24, temperature: 0 }
      for (const reply of [openai.responses.create(body), openai.responses.stream(body).finalResponse()]) {
        const response = await reply
        expect(response.output_text).toEqual(words)
        expect(response.usage).toMatchObject({ input_tokens: someTokens, output_tokens: someTokens })
      }
    })

    test('runs a loop of tools in responses', async () => {
      const tools = [{ type: 'function' as const, name: 'forecast', strict: true, parameters }]
      const body = { model: caller, tools, max_output_tokens: 100, temperature: 0 }
      const { output } = await openai.responses.create({ ...body, tool_choice: 'required', input: [asked] })
      const called = output.find((item) => item.type === 'function_call')
      expect(JSON.parse(called?.arguments ?? '')).toEqual({ city: 'Oslo' })
      const result = { type: 'function_call_output' as const, call_id: called?.call_id ?? '', output: 'Rain' }
      const input = [asked, ...(output as OpenAI.Responses.ResponseInput), result]
      expect((await openai.responses.create({ ...body, input })).output_text).toEqual(words)
    })

    test.each(forwardedModels.map((id, at) => [endpoints[at]?.name ?? '', id, endpoints[at]] as const))(
      'uses %s where the engine has it, and is told where not',
      async (_, id, endpoint) => {
        const publisher = forwarders[kind]
        if (publisher) expect(await endpoint?.ask(`${publisher}/${id}`)).toEqual(endpoint?.answer)
        else await expect(endpoint?.ask(model)).rejects.toBeInstanceOf(BadRequestError)
      },
    )
  })

  describe('the @anthropic-ai/sdk package', () => {
    const body = { model, max_tokens: 24, temperature: 0, messages: [asked] }

    test('gets messages, as a whole and as a stream, and counts tokens', async () => {
      for (const reply of [anthropic.messages.create(body), anthropic.messages.stream(body).finalMessage()]) {
        const message = await reply
        expect(message).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: words }] })
        expect(message.usage).toMatchObject({ input_tokens: someTokens, output_tokens: someTokens })
      }
      expect(await anthropic.messages.countTokens({ model, messages: [asked] })).toEqual({ input_tokens: counted })
    })

    test.each(['whole', 'streamed'])('runs a loop of tools: %s', async (way) => {
      const send = (messages: Anthropic.MessageParam[], type: 'any' | 'auto') => {
        const tools = [{ name: 'forecast', input_schema: parameters }]
        const full = { model: caller, max_tokens: 100, temperature: 0, tools, tool_choice: { type }, messages }
        return way === 'whole' ? anthropic.messages.create(full) : anthropic.messages.stream(full).finalMessage()
      }
      const first = await send([asked], 'any')
      expect(first.stop_reason).toBe('tool_use')
      const called = first.content.find((block) => block.type === 'tool_use')
      expect(called).toMatchObject({ name: 'forecast', input: { city: 'Oslo' } })
      const result = { type: 'tool_result' as const, tool_use_id: called?.id ?? '', content: 'Rain' }
      const turns = [asked, { role: 'assistant' as const, content: first.content }]
      const last = await send([...turns, { role: 'user', content: [result] }], 'auto')
      expect(last.content).toMatchObject([{ type: 'text', text: words }])
    })
  })
})

function chatStream(body: OpenAI.ChatCompletionCreateParamsNonStreaming) {
  return openai.chat.completions.stream({ ...body, stream: true }).finalChatCompletion()
}

/** The endpoints besides chat, in the order of their models. */
const endpoints: readonly { name: string; ask(model: string): Promise<unknown>; answer: unknown }[] = [
  {
    name: 'embeddings',
    ask: async (model) =>
      (await openai.embeddings.create({ model, input: 'Hi', encoding_format: 'float' })).data[0]?.embedding,
    answer: [0.5, -1],
  },
  {
    name: 'moderations',
    ask: async (model) => (await openai.moderations.create({ model, input: 'Hi' })).results[0]?.flagged,
    answer: true,
  },
  {
    name: 'images',
    ask: async (model) => (await openai.images.generate({ model, prompt: 'A fjord' })).data?.[0]?.b64_json,
    answer: 'aGk=',
  },
  {
    name: 'speech',
    ask: async (model) => (await openai.audio.speech.create({ model, voice: 'alloy', input: 'Hi' })).text(),
    answer: 'sound',
  },
  {
    name: 'transcriptions',
    async ask(model) {
      const file = await toFile(Buffer.from('sound'), 'a.wav')
      return (await openai.audio.transcriptions.create({ model, file })).text
    },
    answer: 'Good morning',
  },
]
