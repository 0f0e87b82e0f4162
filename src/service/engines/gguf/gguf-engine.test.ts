import { describe, expect, it } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { createService } from '#service/create-service.ts'
import { replyWith } from '#service/stub-engine.test-support.ts'
import { createGgufEngine } from './gguf-engine.ts'
import type { LocalCall, LocalModel, ModelRuntime } from './model-runtime.ts'

const models: LocalModel[] = [
  {
    name: 'tiny',
    contextLength: 512,
    callsTools: true,
    facts: {
      architecture: 'llama',
      name: 'Tiny',
      license: 'mit',
      quantization: 'Q4_K_M',
      parameterCount: 7_240_000_000,
      tensorCount: 200,
      dataSize: 4e9,
      writesText: true,
      shape: { layers: 32, width: 4096, kvBytesPerToken: 131_072 },
    },
  },
  { name: 'plain', contextLength: 512, callsTools: false },
  { name: 'broken', contextLength: 1, callsTools: false, problem: 'The file is damaged. Download it again.' },
]

const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }

async function serve(reply: (call: LocalCall) => AsyncIterable<readonly ChatEvent[]> = () => replyWith('Hello')) {
  const calls: LocalCall[] = []
  const runtime: ModelRuntime = {
    models: async () => models,
    chat(call) {
      calls.push(call)
      return reply(call)
    },
  }
  const catalogue = createModelCatalogue({ engines: [createGgufEngine({ runtime })] })
  await catalogue.refresh()
  const service = createService({ catalogue, keys: { find: () => ({ name: 'tester' }) } })
  return {
    calls,
    models: catalogue.models,
    async chat(fields: Record<string, unknown>) {
      const body = { model: 'local/tiny', messages: [{ role: 'user', content: 'Hi' }], ...fields }
      const headers = { 'content-type': 'application/json', authorization: 'Bearer x' }
      const request = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await service.fetch(new Request('http://parley.test/v1/chat/completions', request))
      return { status: answer.status, body: await answer.json() }
    },
  }
}

describe('models in files', () => {
  it('are published with what their files say, free of charge', async () => {
    const service = await serve()
    expect(service.models()).toEqual([
      expect.objectContaining({
        id: 'local/tiny',
        name: 'tiny',
        description: 'Tiny in a file on this machine: 7.2 billion parameters, Q4_K_M, architecture llama, licence mit.',
        status: 'active',
        context_length: 512,
        capabilities: ['streaming', 'structured_output', 'function_calling'],
        pricing: [
          { metric: 'input_tokens', rate: 0 },
          { metric: 'output_tokens', rate: 0 },
        ],
        supported_parameters: expect.arrayContaining(['seed', 'logprobs', 'response_format', 'tools']),
      }),
      expect.objectContaining({ id: 'local/plain', capabilities: ['streaming', 'structured_output'] }),
      expect.objectContaining({ id: 'local/broken', status: 'inactive' }),
    ])
    expect(service.models()[1]?.supported_parameters).not.toContain('tools')
  })

  it('say what is wrong with a file when its model is called', async () => {
    const { status, body } = await (await serve()).chat({ model: 'local/broken' })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      code: 'model_inactive',
      message: '“local/broken” cannot be called now. The file is damaged. Download it again.',
    })
  })
})

describe('a request to a local model', () => {
  it('reaches the runtime with the fields that it obeys, and plain messages', async () => {
    const service = await serve()
    const { status, body } = await service.chat({
      messages: [
        {
          role: 'developer',
          content: [
            { type: 'text', text: 'Be' },
            { type: 'text', text: 'brief.' },
          ],
        },
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'Rain' },
      ],
      temperature: 0,
      max_tokens: 9,
      max_completion_tokens: 7,
      seed: -1,
      stop: 'END',
      chat_template_kwargs: { enable_thinking: false },
      logprobs: true,
      tools: [weather],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      top_p: null,
      user: 'someone',
    })
    expect([status, body.choices[0].message.content]).toEqual([200, 'Hello'])
    expect(service.calls[0]).toMatchObject({ name: 'tiny', replyId: body.id })
    expect(service.calls[0]?.request).toEqual({
      messages: [
        { role: 'system', content: 'Be\nbrief.' },
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: '', tool_calls: [{ id: 'a', function: { name: 'weather', arguments: '{}' } }] },
        { role: 'tool', content: 'Rain', tool_call_id: 'a' },
      ],
      temperature: 0,
      max_tokens: 7,
      seed: 2 ** 32 - 2,
      stop: ['END'],
      chat_template_kwargs: { enable_thinking: false },
      logprobs: true,
      top_logprobs: 0,
      tools: [weather],
      tool_choice: { name: 'weather' },
    })
  })

  it.each([
    [{ response_format: { type: 'text' } }, undefined],
    [{ response_format: { type: 'json_object' } }, {}],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'array' } } } },
      { type: 'array' },
    ],
  ])('may ask for JSON: %j', async (fields, schema) => {
    const service = await serve()
    expect((await service.chat(fields)).status).toBe(200)
    expect(service.calls[0]?.request.schema).toEqual(schema)
  })

  it.each<[Record<string, unknown>, string]>([
    [{ n: 2 }, 'n'],
    [{ guided_json: {} }, 'guided_json'],
    [{ chat_template_kwargs: 5 }, 'chat_template_kwargs'],
    [{ reasoning_effort: 'low' }, 'reasoning_effort'],
    [{ modalities: ['text', 'audio'] }, 'modalities'],
    [{ top_p: 2 }, 'top_p'],
    [{ seed: 1.5 }, 'seed'],
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
    [{ top_logprobs: 21 }, 'top_logprobs'],
    [{ response_format: { type: 'grammar' } }, 'response_format'],
    [{ tools: [{ type: 'function' }] }, 'tools'],
    [{ tools: [weather], response_format: { type: 'json_object' } }, 'response_format'],
    [{ tools: [weather], tool_choice: { type: 'function', function: { name: 'other' } } }, 'tool_choice'],
    [{ model: 'local/plain', tools: [weather] }, 'tools'],
    [{ messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }, 'messages'],
  ])('is refused, and the field named, if it asks for what can’t be done: %j', async (fields, param) => {
    const service = await serve()
    const { status, body } = await service.chat(fields)
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_value', param])
    expect(body.error.message).toMatch(/^.+ .+\.$/u)
    expect(service.calls).toEqual([])
  })

  it('may ask for the one reply and the text that it gets anyway', async () => {
    expect((await (await serve()).chat({ n: 1, modalities: ['text'], tools: [], logprobs: false })).status).toBe(200)
  })

  it('gets the runtime’s refusal with the status of its code', async () => {
    const error = {
      message: 'Too long.',
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    }
    const service = await serve(async function* () {
      yield [{ type: 'failed', error }]
    })
    expect(await service.chat({})).toMatchObject({ status: 400, body: { error } })
    expect((await service.chat({ stream: false })).status).toBe(400)
  })
})
