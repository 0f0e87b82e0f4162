import { expect, test } from 'vitest'
import { publishModel } from '#service/catalogue/publish-model.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import { createEngine } from '#service/engines/registry.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { createManualClock } from './manual-clock.test-support.ts'
import { routeFacts } from './route-facts.ts'

const members = [
  { engine: 'one', model: 'a' },
  { engine: 'two', model: 'b' },
]
const factsOf = (listed: EngineModel) => ({ model: publishModel(listed), lacks: listed.lacks ?? [], embeddings: false })
const pricing = [{ metric: 'input_tokens' as const, rate: 1 }]

test('a route has what all of its members have', () => {
  const one = factsOf({ id: 'a', capabilities: ['vision', 'reasoning'], context_length: 8000, pricing })
  const two = factsOf({
    id: 'b',
    capabilities: ['reasoning', 'streaming'],
    context_length: 4000,
    pricing,
    lacks: ['vision'],
  })
  expect(routeFacts('team', members, [one, two])).toEqual({
    id: 'team',
    name: 'team',
    description: 'A route: a (one), then b (two). The next one is asked if one fails before it replies.',
    status: 'active',
    model_type: 'text_generation',
    capabilities: ['reasoning'],
    context_length: 4000,
    lacks: ['vision'],
    pricing,
  })
})

test('what one member leaves unknown is unknown', () => {
  const facts = routeFacts('team', members, [
    factsOf({ id: 'a', capabilities: ['vision'], context_length: 8000 }),
    factsOf({ id: 'b' }),
  ])
  for (const field of ['capabilities', 'context_length', 'pricing']) expect(facts).not.toHaveProperty(field)
})

test('a route whose members differ in price has the highest rates, so that a budget holds whoever answers', () => {
  const tiered = [
    { metric: 'input_tokens' as const, rate: 2, tiers: [{ above_input_tokens: 1000, rate: 5 }] },
    { metric: 'cached_input_tokens' as const, rate: 0.2 },
    { metric: 'output_tokens' as const, rate: 4 },
  ]
  const flat = [
    { metric: 'input_tokens' as const, rate: 3 },
    { metric: 'output_tokens' as const, rate: 9 },
  ]
  const three = [...members, { engine: 'three', model: 'c' }]
  const facts = [factsOf({ id: 'a', pricing: tiered }), factsOf({ id: 'b', pricing: flat }), factsOf({ id: 'c' })]
  expect(routeFacts('team', three, facts).pricing).toEqual([
    { metric: 'input_tokens', rate: 5 },
    { metric: 'cached_input_tokens', rate: 3 },
    { metric: 'output_tokens', rate: 9 },
  ])
  const same = [factsOf({ id: 'a', pricing: tiered }), factsOf({ id: 'b', pricing: tiered })]
  expect(routeFacts('team', members, same).pricing).toEqual(tiered)
})

test('a route without a served member is inactive', () => {
  expect(routeFacts('team', members, [undefined, undefined])).toMatchObject({ id: 'team', status: 'inactive' })
})

test('is published, finds members by their published id, and answers on the other endpoints', async () => {
  const forwarded: string[] = []
  const openai = (name: string, status: number) => {
    const engine = createEngine(
      { kind: 'openai-style', name, baseUrl: `http://${name}.test/v1` },
      {
        clock: createManualClock(),
        async fetch(url, { body }) {
          forwarded.push(`${url} ${typeof body === 'string' ? body : 'a stream'}`)
          return new Response('RIFF', { status, headers: { 'content-type': 'audio/wav' } })
        },
      },
    )
    return { ...engine, models: async () => [{ id: `${name}-tts`, model_type: 'text_to_speech' as const }] }
  }
  const engines = [openai('down', 503), openai('up', 200)]
  const route = createEngine(
    {
      kind: 'routes',
      routes: {
        'acme/voice': [
          { engine: 'down', model: 'community/down-tts' },
          { engine: 'up', model: 'up-tts' },
        ],
      },
      firstContentMs: 1000,
      findEngine: (name) => engines.find((engine) => engine.name === name),
    },
    { clock: createManualClock() },
  )
  const { service, get } = await startTestService([route, ...engines])
  expect(await (await get('/v1/models/acme/voice?type=text_to_speech')).json()).toMatchObject({
    id: 'acme/voice',
    status: 'active',
    description: expect.stringContaining('up-tts (up)'),
  })
  const headers = { authorization: 'Bearer good-key', 'content-type': 'application/json' }
  const body = '{"model":"acme/voice","input":"Hi","speed":1.0}'
  const response = await service.fetch(
    new Request('http://parley.test/v1/audio/speech', { method: 'POST', headers, body }),
  )
  expect(response.headers.get('x-parley-served-by')).toBe('up/up-tts')
  expect(await response.text()).toBe('RIFF')
  expect(forwarded).toEqual([
    'http://down.test/v1/audio/speech {"input":"Hi","speed":1.0,"model":"down-tts"}',
    'http://up.test/v1/audio/speech {"input":"Hi","speed":1.0,"model":"up-tts"}',
  ])
})
