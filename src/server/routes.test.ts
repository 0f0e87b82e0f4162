import OpenAI, { toFile } from 'openai'
import { afterEach, describe, expect, test } from 'vitest'
import { type EnginePlayer, type Played, pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import type { ModelRuntime } from '#service/engines/gguf/model-runtime.ts'
import { replyWith } from '#service/stub-engine.test-support.ts'
import { startParley, validKey } from '#testing/start-parley.ts'
import { readConfig } from './config/config.ts'
import { createConfiguredEngines } from './engines/discovery.ts'

// Routes from the configuration file, over real sockets.

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const answer = ({ response }: Played) => response.end(`${pieceFrame('Hello')}${pieceFrame('', 'stop')}data: [DONE]\n\n`)

/** Starts the service with the route “team” over two engines; undefined is one that can't be reached. */
async function start(scripts: [((played: Played) => void) | undefined, (played: Played) => void], settings = {}) {
  const players = await Promise.all(scripts.map((script) => startEnginePlayer(script ?? answer, ['tiny', 'whisper-x'])))
  const [main, backup] = players
  const file = {
    discovery: 'off',
    engines: players.map(({ baseUrl }, index) => ({ name: index === 0 ? 'main' : 'backup', baseUrl })),
    routes: {
      team: [
        { engine: 'main', model: 'tiny' },
        { engine: 'backup', model: 'tiny' },
      ],
      'acme/ears': [{ engine: 'backup', model: 'whisper-x' }],
    },
    ...settings,
  }
  const reading = readConfig({}, () => JSON.stringify(file))
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  const parley = await startParley(createConfiguredEngines(reading.config).engines)
  if (!scripts[0]) main?.close()
  closers.push(parley.close, ...players.map(({ close }) => close))
  const client = new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
  return { client, parley, main, backup }
}

const messages = [{ role: 'user' as const, content: 'Hi' }]

/** The chunks with the role alone, with which replies begin. */
const openings = {
  OpenAI:
    'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1754000000,"model":"gpt-4o-2024-08-06","service_tier":"default","system_fingerprint":"fp_07871e2ad8","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"1Mg"}\n\n',
  vLLM: 'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1754000000,"model":"tiny","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}]}\n\n',
}
const error503 = 'data: {"error":{"message":"Overloaded","type":"server_error","code":503}}\n\n'

test.each<[string, ((played: Played) => void) | undefined]>([
  ['can’t be reached', undefined],
  ['answers 429', ({ response }) => response.writeHead(429).end()],
  ['answers 503', ({ response }) => response.writeHead(503).end()],
  ['rejects our key', ({ response }) => response.writeHead(401).end()],
  ['closes the connection', ({ response }) => response.destroy()],
  ['says nothing', () => {}],
  ['sends headers alone', ({ response }) => response.writeHead(200).flushHeaders()],
  ['stalls after OpenAI’s first chunk', ({ response }) => response.write(openings.OpenAI)],
  ['stalls after vLLM’s first chunk', ({ response }) => response.write(openings.vLLM)],
  ['fails right after OpenAI’s first chunk', ({ response }) => response.end(openings.OpenAI + error503)],
  ['fails after vLLM’s first chunk', ({ response }) => response.write(openings.vLLM, () => response.end(error503))],
])('the next engine answers if the first one %s', async (_name, script) => {
  const { client } = await start([script, answer], { firstContentTimeoutMs: 300 })
  const asked = client.chat.completions.create({ model: 'team', messages })
  const { data, response } = await asked.withResponse()
  expect(data.choices[0]?.message.content).toBe('Hello')
  expect(data.model).toBe('community/team')
  expect(response.headers.get('x-parley-served-by')).toBe('backup/tiny')
  const stream = await client.chat.completions.create({ model: 'community/team', messages, stream: true })
  let text = ''
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
  expect(text).toBe('Hello')
})

test('a first chunk without content is passed on once content follows', async () => {
  const { client, backup } = await start([
    ({ response }) =>
      response.write(openings.OpenAI, () => response.end(`${pieceFrame('Hello', 'stop')}data: [DONE]\n\n`)),
    answer,
  ])
  const deltas: unknown[] = []
  const stream = await client.chat.completions.create({ model: 'team', messages, stream: true })
  for await (const { choices, system_fingerprint } of stream) deltas.push([system_fingerprint, choices[0]?.delta])
  expect(deltas.slice(0, 2)).toEqual([
    ['fp_07871e2ad8', { role: 'assistant', content: '', refusal: null }],
    [undefined, { content: 'Hello' }],
  ])
  expect(backup?.played.filter(({ request }) => request.method === 'POST')).toEqual([])
})

test('a reply that is cut after its first content stays cut', async () => {
  const cut = ({ response }: Played) => response.write(pieceFrame('Half'), () => response.destroy())
  const { client, backup } = await start([cut, answer])
  const stream = await client.chat.completions.create({ model: 'team', messages, stream: true })
  let text = ''
  const read = async () => {
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
  }
  await expect(read()).rejects.toThrow(/connection/)
  expect(text).toBe('Half')
  expect(backup?.played.filter(({ request }) => request.method === 'POST')).toEqual([])
})

test('a route is listed with its members, and takes uploads', async () => {
  const { client, backup } = await start([answer, ({ response }) => response.end('{"text":"Hello"}')])
  const listed = await client.models.retrieve('community/team')
  expect(listed).toMatchObject({
    status: 'active',
    description: expect.stringContaining('tiny (main), then tiny (backup)'),
  })
  const file = await toFile(Buffer.alloc(5000, 'x'), 'a.wav')
  const { text } = await client.audio.transcriptions.create({ file, model: 'acme/ears' })
  expect(text).toBe('Hello')
  expect(backup?.played.at(-1)?.body).toMatch(/name="model"\r\n\r\nwhisper-x\r\n/)
})

test('an upload goes to the next engine if the first one can’t be reached', async () => {
  const members = ['main', 'backup'].map((engine) => ({ engine, model: 'whisper-x' }))
  const transcribed = ({ response }: Played) => response.end('{"text":"Hello"}')
  const { client, backup } = await start([undefined, transcribed], { routes: { ears: members } })
  const file = await toFile(Buffer.alloc(5000, 'x'), 'a.wav')
  const { data, response } = await client.audio.transcriptions.create({ file, model: 'ears' }).withResponse()
  expect(data.text).toBe('Hello')
  expect(response.headers.get('x-parley-served-by')).toBe('backup/whisper-x')
  expect(backup?.played.at(-1)?.body).toMatch(/name="model"\r\n\r\nwhisper-x\r\n/)
  expect(backup?.played.at(-1)?.body).toContain('x'.repeat(5000))
})

const anthropicFrame = (type: string, fields: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const anthropicReply =
  anthropicFrame('message_start', { message: { id: 'msg_1', usage: { input_tokens: 3, output_tokens: 1 } } }) +
  anthropicFrame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
  anthropicFrame('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hello' } }) +
  anthropicFrame('content_block_stop', { index: 0 }) +
  anthropicFrame('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }) +
  anthropicFrame('message_stop')

const overloaded = ({ response }: Played) => response.writeHead(529).end()
const requests: [string, object][] = [
  ['chat/completions', { messages, max_tokens: 50 }],
  ['messages', { messages, max_tokens: 50 }],
  ['responses', { input: 'Hi', max_output_tokens: 50 }],
]

const signed = { type: 'thinking', thinking: 'Hm', signature: 'c2ln' }

/** The history of a tool call that Claude thought about, in the words of each interface. */
function thinkingOf(path: string): object {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  if (path === 'responses') {
    const encrypted_content = JSON.stringify([signed])
    const input = [
      { role: 'user', content: 'Hi' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'Done' },
    ]
    return { input }
  }
  if (path === 'messages') {
    const use = { type: 'tool_use', id: 'c', name: 'f', input: {} }
    const result = { type: 'tool_result', tool_use_id: 'c', content: 'Done' }
    const turns = [
      { role: 'assistant', content: [signed, use] },
      { role: 'user', content: [result] },
    ]
    return { messages: [...messages, ...turns] }
  }
  const reply = { role: 'assistant', content: null, tool_calls: [call], thinking_blocks: [signed] }
  return { messages: [...messages, reply, { role: 'tool', tool_call_id: 'c', content: 'Done' }] }
}

describe.each(requests)('a route over engines of all kinds, asked by /v1/%s', (path, body) => {
  /** The fields that the last chat request to an engine had. */
  const sentTo = (engine: EnginePlayer) => JSON.parse(engine.played.at(-1)?.body ?? '{}')

  async function ask(order: string[], plays: Record<'claude' | 'gpt', (played: Played) => void>, fields = {}) {
    const [claude, gpt] = await Promise.all([startEnginePlayer(plays.claude), startEnginePlayer(plays.gpt)])
    const file = {
      discovery: 'off',
      engines: [
        { name: 'claude', api: 'anthropic', baseUrl: claude.baseUrl, models: ['tiny'] },
        { name: 'gpt', baseUrl: gpt.baseUrl },
      ],
      modelFiles: ['tiny.gguf'],
      routes: { team: order.map((engine) => ({ engine, model: engine === 'model files' ? 'local/tiny' : 'tiny' })) },
    }
    const reading = readConfig({}, () => JSON.stringify(file))
    if ('problems' in reading) throw new Error(reading.problems.join('\n'))
    const localModels: ModelRuntime = {
      models: async () => [{ name: 'tiny', contextLength: 512, callsTools: false }],
      chat: () => replyWith('Hello'),
    }
    const parley = await startParley(createConfiguredEngines(reading.config, { localModels }).engines)
    closers.push(parley.close, claude.close, gpt.close)
    const response = await fetch(`${parley.baseUrl}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${validKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'team', ...body, ...fields }),
    })
    const text = await response.text()
    return { text, by: response.headers.get('x-parley-served-by'), claude, gpt }
  }

  test('moves on from chat completions to Messages', async () => {
    const plays = { gpt: overloaded, claude: ({ response }: Played) => response.end(anthropicReply) }
    const { text, by, claude } = await ask(['gpt', 'claude'], plays)
    expect(by).toBe('claude/tiny')
    expect(text).toContain('Hello')
    expect(text).toContain('"community/team"')
    expect(sentTo(claude)).toMatchObject({ model: 'tiny', max_tokens: 50, stream: true })
    expect(claude.played.at(-1)?.request.url).toBe('/v1/messages')
  })

  test('gives back what Anthropic signed, and only to Anthropic', async () => {
    const toGpt = await ask(['claude', 'gpt'], { claude: overloaded, gpt: answer }, thinkingOf(path))
    expect(toGpt.text).toContain('Hello')
    const turns = [{ role: 'user' }, { role: 'assistant', tool_calls: [{ id: 'c' }] }, { role: 'tool' }]
    expect(sentTo(toGpt.gpt)).toMatchObject({ messages: turns })
    expect(JSON.stringify(sentTo(toGpt.gpt))).not.toContain('c2ln')
    const plays = { gpt: overloaded, claude: ({ response }: Played) => response.end(anthropicReply) }
    const toClaude = await ask(['gpt', 'claude'], plays, thinkingOf(path))
    expect(sentTo(toClaude.claude)).toMatchObject({ messages: [{}, { content: [signed, { type: 'tool_use' }] }, {}] })
  })

  test('moves on from Messages to chat completions', async () => {
    const { text, by, gpt } = await ask(['claude', 'gpt'], { claude: overloaded, gpt: answer })
    expect(by).toBe('gpt/tiny')
    expect(text).toContain('Hello')
    expect(sentTo(gpt)).toMatchObject({ model: 'tiny', messages: [{ role: 'user' }], max_tokens: 50, stream: true })
    expect(gpt.played.at(-1)?.request.url).toBe('/v1/chat/completions')
  })

  test('moves on to a model file', async () => {
    const { text, by } = await ask(['claude', 'gpt', 'model files'], { claude: overloaded, gpt: overloaded })
    expect(by).toBe('model files/local/tiny')
    expect(text).toContain('Hello')
  })
})
