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
import { startEnginePlayer } from '#testing/engine-player.ts'
import { startParley, validKey } from '#testing/start-parley.ts'
import { tinyGguf } from '#testing/tiny-gguf.ts'
import { playAnthropic, playChats } from '#testing/play-servers.ts'

// Every flow of the official clients over every kind of engine, through one server with all of them. A random model writes
// the same words every time at temperature 0.

interface Row {
  /** The model that answers. */
  model: string
  /** The model that calls the tool. */
  caller: string
  counted: unknown
  /** Whether it thinks before it answers. */
  thinks?: true
  /** The published id of a model for another endpoint; undefined if the engine has none. */
  published?: (id: string) => string | undefined
}

const row = (model: string, others: Partial<Row> = {}): Row => ({
  model,
  caller: model,
  counted: expect.any(Number),
  ...others,
})

const kinds: Record<EngineSettings['kind'], Row> = {
  'built-in': row('parley/eliza', { caller: 'parley/tools' }),
  'openai-style': row('community/talker', { published: (id) => `community/${id}` }),
  anthropic: row('community/claude-x', { counted: 42 }),
  'model-files': row('local/tiny'),
  routes: row('team/talker', { published: (id) => `team/${id}` }),
}

/** Local servers with OpenAI's interface, by the ids that they list. */
const servers = { Ollama: 'qwen3:4b', 'llama.cpp': '/models/phi-4.gguf', vLLM: 'acme/tiny-instruct' } as const
const serverRow = (name: keyof typeof servers, model: string) =>
  row(model, { thinks: true, published: (id) => (id.includes('embedding') ? `community/${name}-${id}` : undefined) })

const engines: Record<string, Row> = {
  ...kinds,
  Ollama: serverRow('Ollama', 'community/qwen3:4b'),
  'llama.cpp': serverRow('llama.cpp', 'community/phi-4'),
  vLLM: serverRow('vLLM', 'acme/tiny-instruct'),
}

const forwardedModels = ['text-embedding-x', 'omni-moderation-x', 'gpt-image-x', 'tts-x', 'whisper-x']

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
  const one = await startEnginePlayer(playChats('OpenAI'), ['talker', ...forwardedModels])
  const other = await startEnginePlayer(playAnthropic)
  const local = await Promise.all(
    (['Ollama', 'llama.cpp', 'vLLM'] as const).map(async (name) => {
      const player = await startEnginePlayer(playChats(name), [servers[name], `${name}-text-embedding-x`])
      return { name, ...player }
    }),
  )
  const connect = { connectMs: 5000 }
  const tools = { clock: systemClock, transport: createUndiciTransport(connect), fetch: createForwardFetch(connect) }
  const settings: EngineSettings[] = [
    { kind: 'built-in' },
    { kind: 'openai-style', name: 'one', baseUrl: one.baseUrl },
    { kind: 'anthropic', name: 'other', baseUrl: other.baseUrl },
    { kind: 'model-files', runtime },
    ...local.map(({ name, baseUrl }): EngineSettings => ({ kind: 'openai-style', name, baseUrl })),
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
    ...local.map(({ close }) => close),
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

describe.each(Object.entries(engines))('over the engine %s', (_name, { model, caller, counted, thinks, published }) => {
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
        const types = response.output.map(({ type }) => type)
        expect(types).toEqual(thinks ? ['reasoning', 'message'] : ['message'])
        expect(response.usage).toMatchObject({ input_tokens: someTokens, output_tokens: someTokens })
      }
    })

    test.each(['whole', 'streamed'])('runs a loop of tools in responses: %s', async (way) => {
      const tools = [{ type: 'function' as const, name: 'forecast', strict: true, parameters }]
      const body = { model: caller, tools, max_output_tokens: 100, temperature: 0 }
      const send = (input: OpenAI.Responses.ResponseInput, choice: 'required' | 'auto') => {
        const full = { ...body, tool_choice: choice, input }
        return way === 'whole' ? openai.responses.create(full) : openai.responses.stream(full).finalResponse()
      }
      const { output } = await send([asked], 'required')
      const [called] = output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
      expect(JSON.parse(called?.arguments ?? '')).toEqual({ city: 'Oslo' })
      const result = { type: 'function_call_output' as const, call_id: called?.call_id ?? '', output: 'Rain' }
      const input = [asked, ...(output as OpenAI.Responses.ResponseInput), result]
      expect((await send(input, 'auto')).output_text).toEqual(words)
    })

    test.each(forwardedModels.map((id, at) => [endpoints[at]?.name ?? '', id, endpoints[at]] as const))(
      'uses %s where the engine has it, and is told where not',
      async (_, id, endpoint) => {
        const other = published?.(id)
        if (other !== undefined) expect(await endpoint?.ask(other)).toEqual(endpoint?.answer)
        else await expect(endpoint?.ask(model)).rejects.toBeInstanceOf(BadRequestError)
      },
    )
  })

  describe('the @anthropic-ai/sdk package', () => {
    const body = { model, max_tokens: 24, temperature: 0, messages: [asked] }

    test('gets messages, as a whole and as a stream, and counts tokens', async () => {
      for (const reply of [anthropic.messages.create(body), anthropic.messages.stream(body).finalMessage()]) {
        const message = await reply
        const thinking = thinks ? [{ type: 'thinking', thinking: 'Hm' }] : []
        expect(message).toMatchObject({ role: 'assistant', content: [...thinking, { type: 'text', text: words }] })
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
      expect(last.content.at(-1)).toMatchObject({ type: 'text', text: words })
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
