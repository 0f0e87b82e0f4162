import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerFromModelFiles } from '#app/data/calls/in-page-service.ts'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { closeModel, loadFile, modelFiles, openModelFiles, removeModel } from './model-files.ts'
import { testModel } from './test-models.test-support.ts'

// The real engine, on a model that knows nothing.

const slowly = 60_000
const stateOf = (name: string) => modelFiles.getState().models.find((each) => each.name === name)?.state

async function open(name: string) {
  const opened = await openModelFiles([await testModel(`${name}.gguf`)])
  expect(opened).toBe(name)
  if (stateOf(name)?.kind === 'loading') await loadFile(name)
}

function ask(body: object, signal: AbortSignal | null = null): Promise<Response> {
  return answerFromModelFiles(`${browserBaseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'local/tiny', messages: [{ role: 'user', content: 'Hello' }], ...body }),
    signal,
  })
}

interface Completion {
  choices: [
    {
      message: { content: string }
      finish_reason: string
      logprobs?: { content: { token: string; logprob: number; top_logprobs: unknown[] }[] }
    },
  ]
  usage: { prompt_tokens: number; completion_tokens: number }
}

async function complete(body: object): Promise<Completion> {
  const response = await ask(body)
  expect(response.status).toBe(200)
  return response.json()
}

beforeAll(() => open('tiny'), slowly)
afterAll(async () => {
  for (const { name } of modelFiles.getState().models) await removeModel(name)
})

test('lists the model with the facts of its file', async () => {
  const listed = await answerFromModelFiles(`${browserBaseUrl}/models`, {})
  const { data } = (await listed.json()) as { data: object[] }
  expect(data).toMatchObject([{ id: 'local/tiny', status: 'active', context_length: 2048 }])
})

test('replies whole, with usage, and repeats itself for a seed', async () => {
  const wanted = { max_tokens: 12, seed: 5, temperature: 1 }
  const first = await complete(wanted)
  expect(first.choices[0].message.content).not.toBe('')
  expect(first.usage.completion_tokens).toBeLessThanOrEqual(12)
  expect(first.usage.prompt_tokens).toBeGreaterThan(3)
  const again = await complete(wanted)
  expect(again.choices[0].message.content).toBe(first.choices[0].message.content)
})

test('streams with the engine’s timings', async () => {
  const response = await ask({ stream: true, max_tokens: 12, stream_options: { include_usage: true } })
  const text = await response.text()
  expect(text).toContain('"timings"')
  expect(text).toContain('"usage"')
  expect(text.trimEnd()).toMatch(/data: \[DONE\]$/u)
})

test('ends at a stop sequence', async () => {
  const whole = await complete({ seed: 5, temperature: 0, max_tokens: 30 })
  const words = whole.choices[0].message.content.trim().split(' ')
  const stop = ` ${words[3]}`
  const cut = await complete({ seed: 5, temperature: 0, max_tokens: 30, stop })
  expect(cut.choices[0].finish_reason).toBe('stop')
  expect(cut.choices[0].message.content.length).toBeLessThan(whole.choices[0].message.content.length)
})

test('gives probabilities of tokens', async () => {
  const { choices } = await complete({ max_tokens: 4, logprobs: true, top_logprobs: 3 })
  const [first] = choices[0].logprobs?.content ?? []
  expect(first?.logprob).toBeLessThanOrEqual(0)
  expect(first?.top_logprobs).toHaveLength(3)
})

test('keeps to a schema', async () => {
  const schema = {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: false,
  }
  const { choices } = await complete({
    max_tokens: 200,
    response_format: { type: 'json_schema', json_schema: { name: 'reply', schema } },
  })
  expect(JSON.parse(choices[0].message.content)).toEqual({ ok: expect.any(Boolean) })
})

test('shows its template the functions that it may call', async () => {
  const parameters = { type: 'object', properties: { on: { type: 'boolean' } }, required: ['on'] }
  const plain = await complete({ max_tokens: 1 })
  const tools = [{ type: 'function', function: { name: 'switch_light', parameters } }]
  const withTools = await complete({ max_tokens: 1, tools })
  expect(withTools.usage.prompt_tokens).toBeGreaterThan(plain.usage.prompt_tokens + 20)
})

test('answers more requests at once than the engine has slots', async () => {
  const all = await Promise.all(Array.from({ length: 7 }, () => complete({ max_tokens: 6 })))
  for (const { choices } of all) expect(choices[0].message.content).not.toBe('')
})

test('says that a prompt is longer than the context', async () => {
  const response = await ask({ messages: [{ role: 'user', content: 'word '.repeat(4000) }] })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'context_length_exceeded' } })
})

test(
  'stops when the caller leaves, and answers the next request',
  async () => {
    await open('endless')
    const abort = new AbortController()
    const response = await ask({ model: 'local/endless', stream: true }, abort.signal)
    const reader = response.body?.getReader()
    await reader?.read()
    abort.abort()
    const next = await complete({ model: 'local/endless', max_tokens: 2 })
    expect(next.usage.completion_tokens).toBe(2)
  },
  slowly,
)

test(
  'ends replies as failed when the model is unloaded, and loads it again for the next',
  async () => {
    const response = await ask({ model: 'local/endless', stream: true })
    const text = response.text()
    closeModel('endless')
    expect(await text).toContain('unloaded')
    const next = await complete({ model: 'local/endless', max_tokens: 2 })
    expect(next.usage.completion_tokens).toBe(2)
  },
  slowly,
)

test(
  'opens a split model',
  async () => {
    const parts = [1, 2].map((place) => testModel(`pair-0000${place}-of-00002.gguf`))
    expect(await openModelFiles(await Promise.all(parts))).toBe('pair')
    await loadFile('pair')
    expect(stateOf('pair')).toMatchObject({ kind: 'loaded' })
  },
  slowly,
)

test('can be cancelled while it loads', async () => {
  expect(await openModelFiles([await testModel('tiny.gguf', 'wide.gguf')])).toBe('wide')
  expect(stateOf('wide')).toMatchObject({ kind: 'loading' })
  closeModel('wide')
  await expect.poll(() => stateOf('wide')).toEqual({ kind: 'closed' })
})

test(
  'explains why the engine refuses a file',
  async () => {
    await open('nonsense')
    expect(stateOf('nonsense')).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('doesn’t know this kind'),
    })
    const response = await ask({ model: 'local/nonsense' })
    expect(response.status).toBe(409)
  },
  slowly,
)
