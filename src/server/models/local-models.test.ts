import { APIError } from 'openai'
import type OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { validateJson } from '#dialects/json-schema/validate.ts'
import { splitTinyGguf, tinyGguf } from '#testing/tiny-gguf.ts'
import { type ServedLocalModels, ask, serveLocalModels } from '#testing/serve-local-models.ts'

// Loading a model takes seconds on a busy machine, since llama.cpp's threads spin.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

// A tiny random model with the real llama.cpp: a process, a server and the official client. `npm run test:unit` installs the
// library first; without it, run “npm run models:install”.

describe('a model file that is served', () => {
  let served: ServedLocalModels
  beforeAll(async () => {
    const [first, second] = splitTinyGguf({ seed: 2 })
    served = await serveLocalModels({
      'tiny.gguf': tinyGguf(),
      'plain.gguf': tinyGguf({ template: null }),
      'parts-00001-of-00002.gguf': first,
      'parts-00002-of-00002.gguf': second,
      'cut.gguf': tinyGguf().slice(0, 200_000),
      'lonely-00001-of-00002.gguf': first,
      'unheard-of.gguf': tinyGguf({ metadata: { 'general.architecture': { type: 'string', value: 'unheard-of' } } }),
      'crashing.gguf': tinyGguf({ metadata: { 'llama.attention.head_count': { type: 'uint32', value: 0 } } }),
      'invalid-template.gguf': tinyGguf({ template: '{% for %}' }),
      'huge.gguf': tinyGguf({
        metadata: {
          'llama.block_count': { type: 'uint32', value: 1000 },
          'llama.embedding_length': { type: 'uint32', value: 2 ** 20 },
        },
      }),
      'notes.txt': new Uint8Array(10),
    })
  })
  afterAll(() => served.close())

  const create = (fields: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>) =>
    served.client.chat.completions.create({ ...ask('Tell me about water'), ...fields })
  const textOf = async (fields: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>) =>
    (await create(fields)).choices[0]?.message.content ?? ''
  const refusalOf = async (fields: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>) => {
    const error: unknown = await create(fields).catch((reason: unknown) => reason)
    if (error instanceof APIError) return error
    throw new Error('It was not refused.', { cause: error })
  }

  it('is listed with its own context, and files that can’t be used say why', async () => {
    const { data } = await served.client.models.list()
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'local/tiny', status: 'active', context_length: 2048 }),
        expect.objectContaining({ id: 'local/plain', status: 'active' }),
        expect.objectContaining({ id: 'local/parts', status: 'active' }),
        expect.objectContaining({
          id: 'local/cut',
          status: 'inactive',
          description: expect.stringContaining('incomplete'),
        }),
        expect.objectContaining({ id: 'local/lonely', status: 'inactive' }),
      ]),
    )
    expect(data).toHaveLength(9)
    expect(await served.models.problems()).toEqual([
      expect.stringMatching(/cut\.gguf: The file is incomplete: .* Download it again/u),
      expect.stringMatching(/huge\.gguf: It needs about \S+ GB of memory, but this machine has/u),
      expect.stringMatching(/lonely-00001-of-00002\.gguf: This model is split into 2 files, but only 1 was found\./u),
    ])
    expect(await refusalOf({ model: 'local/cut' })).toMatchObject({ status: 409, code: 'model_inactive' })
  })

  it('replies as a whole and as a stream, with counts and its own timings', async () => {
    const whole = await create({ seed: 1, max_tokens: 20 })
    const { content = null } = whole.choices[0]?.message ?? {}
    expect(content).toMatch(/\w+ \w+/u)
    expect(whole.usage).toMatchObject({ prompt_tokens: 26, total_tokens: 26 + (whole.usage?.completion_tokens ?? 0) })
    const stream = await served.client.chat.completions.create({
      ...ask('Tell me about water'),
      seed: 1,
      max_tokens: 20,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    let timings: unknown
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      if ('timings' in chunk) timings = chunk.timings
    }
    expect(text).toBe(content)
    expect(timings).toMatchObject({ prompt_n: 26, predicted_n: whole.usage?.completion_tokens })
  })

  it('repeats its reply for the same seed, and not for another one', async () => {
    const [one, same, other] = [await textOf({ seed: 7 }), await textOf({ seed: 7 }), await textOf({ seed: 8 })]
    expect(same).toBe(one)
    expect(other).not.toBe(one)
    expect(await textOf({ temperature: 0, max_tokens: 30 })).toBe(await textOf({ temperature: 0, max_tokens: 30 }))
  })

  it('ends at its own end, at the limit, and before a stop sequence', async () => {
    const limited = await create({ temperature: 0, max_tokens: 12 })
    expect(limited).toMatchObject({ choices: [{ finish_reason: 'length' }], usage: { completion_tokens: 12 } })
    const text = limited.choices[0]?.message.content ?? ''
    const word = text.split(' ')[5] ?? ''
    const stopped = await create({ temperature: 0, max_tokens: 12, stop: ['never', ` ${word}`] })
    expect(stopped.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: text.slice(0, text.indexOf(` ${word}`)) },
    })
    const ended = await create({ seed: 7 })
    expect(ended.choices[0]?.finish_reason).toBe('stop')
  })

  it('tells how likely its tokens were, whatever else is asked', async () => {
    const plain = await textOf({ seed: 3, max_tokens: 5 })
    const { choices } = await create({ seed: 3, max_tokens: 5, logprobs: true, top_logprobs: 3 })
    const tokens = choices[0]?.logprobs?.content ?? []
    expect(choices[0]?.message.content).toBe(plain)
    expect(tokens.map(({ token }) => token).join('')).toBe(plain)
    for (const { token, logprob, bytes, top_logprobs: top } of tokens) {
      expect(Buffer.from(bytes ?? []).toString()).toBe(token)
      expect(logprob).toBeLessThan(0)
      expect(top.map((each) => each.logprob)).toEqual(top.map((each) => each.logprob).toSorted((a, b) => b - a))
      expect(top.reduce((sum, each) => sum + Math.exp(each.logprob), 0)).toBeLessThanOrEqual(1)
    }
  })

  it('obeys a bias, also beside a schema', async () => {
    // The hundredth token of its vocabulary is one character.
    const biased = { seed: 3, max_tokens: 6, logit_bias: { '300': 100 } }
    const text = await textOf(biased)
    expect(text).toHaveLength(6)
    const [character = ''] = text
    expect(text).toBe(character.repeat(6))
    const schema = { type: 'string' }
    const format = { type: 'json_schema' as const, json_schema: { name: 'x', schema } }
    expect(await textOf({ ...biased, response_format: format })).toBe(`"${character.repeat(5)}`)
  })

  it.each<[string, Record<string, unknown>]>([
    [
      'an object',
      { type: 'object', properties: { a: { type: 'string', maxLength: 5 }, b: { type: 'integer' } }, required: ['b'] },
    ],
    ['lists', { type: 'array', items: { enum: ['x', 2, null] }, minItems: 2, maxItems: 3 }],
    ['a choice', { anyOf: [{ type: 'boolean' }, { const: 'none' }] }],
    [
      'itself',
      {
        $ref: '#/$defs/node',
        $defs: {
          node: {
            type: 'object',
            properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
            required: ['next'],
          },
        },
      },
    ],
    [
      'optional members',
      {
        type: 'object',
        properties: { a: { type: 'boolean' }, b: { type: 'null' }, c: { const: 1 } },
        additionalProperties: false,
      },
    ],
    ['any object', {}],
  ])('keeps to a schema with %s', async (_, schema) => {
    for (const seed of [1, 2, 3, 4]) {
      const format = { type: 'json_schema' as const, json_schema: { name: 'x', schema } }
      const { choices } = await create({ seed, max_tokens: 500, response_format: format })
      if (choices[0]?.finish_reason === 'length') continue
      expect(validateJson(schema, JSON.parse(choices[0]?.message.content ?? ''))).toEqual([])
    }
  })

  it('refuses a schema that it could not keep to', async () => {
    const schema = { type: 'object', properties: { id: { type: 'string', pattern: '^a' } } }
    const refusal = await refusalOf({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } })
    expect(refusal).toMatchObject({ status: 400, param: 'response_format' })
    expect(refusal.message).toContain('“pattern” in the schema at #/id')
  })

  it('calls a tool', async () => {
    const parameters = { type: 'object', properties: { city: { type: 'string', maxLength: 6 } }, required: ['city'] }
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }]
    const { choices } = await create({ seed: 1, tools, tool_choice: 'required' })
    const [call] = choices[0]?.message.tool_calls ?? []
    if (call?.type !== 'function') throw new Error('It called no function.')
    expect(choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } })
    expect(call.function.name).toBe('weather')
    expect(validateJson(parameters, JSON.parse(call.function.arguments))).toEqual([])
    const messages = [
      ...ask('Weather?').messages,
      { role: 'assistant' as const, content: null, tool_calls: [call] },
      { role: 'tool' as const, tool_call_id: call.id, content: 'Rain' },
    ]
    expect((await create({ messages, tools, max_tokens: 5 })).choices[0]?.message.content).toMatch(/\w/u)
    expect(await refusalOf({ model: 'local/plain', tools })).toMatchObject({ status: 400, param: 'tools' })
  })

  it('remembers nothing of other conversations, and goes on with its own', async () => {
    const messages = [...ask('One').messages, { role: 'assistant' as const, content: 'Two' }, ...ask('Three').messages]
    const first = await create({ messages, max_tokens: 5 })
    const second = await create({ messages, max_tokens: 5 })
    expect(second.usage?.prompt_tokens).toBe(first.usage?.prompt_tokens)
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) => create({ ...ask(`Number ${index}`), max_tokens: 8 })),
    )
    for (const { choices } of replies) expect(choices[0]?.message.content).toMatch(/\w/u)
  })

  it('refuses messages that don’t fit, or that its template doesn’t take', async () => {
    expect(await refusalOf(ask('word '.repeat(2100)))).toMatchObject({ status: 400, code: 'context_length_exceeded' })
    const text = await textOf({ messages: ask('word '.repeat(1000)).messages, max_tokens: 3 })
    expect(text).not.toBe('')
  })

  it('is loaded in place of another one, whole, split or without a template', async () => {
    for (const model of ['local/parts', 'local/plain', 'local/tiny']) {
      expect(await textOf({ model, max_tokens: 5 })).toMatch(/\w/u)
      expect(await served.metric(`parley_model_loaded{model="${model.slice(6)}"}`)).toBe(1)
    }
    expect(await served.metric('parley_model_loaded{model="parts"}')).toBe(0)
    expect(await served.metric('parley_model_tokens_total{model="plain"}')).toBeGreaterThan(0)
  })

  it('says what llama.cpp says when that can’t load it, and is listed so from then on', async () => {
    for (const [name, message] of [
      ['unheard-of', "unknown model architecture: 'unheard-of'"],
      ['crashing', 'llama.cpp crashed while loading this file (signal SIGABRT)'],
      ['invalid-template', 'The chat template in this file is invalid'],
    ] as const) {
      const refusal = await refusalOf({ model: `local/${name}` })
      expect(refusal).toMatchObject({ status: 409, code: 'model_inactive' })
      expect(refusal.message).toContain(message)
      const listed = (await served.models.models()).find((model) => model.name === name)
      expect(listed?.problem).toContain(message)
    }
    expect(await textOf({ max_tokens: 3 })).toMatch(/\w/u)
  })
})
