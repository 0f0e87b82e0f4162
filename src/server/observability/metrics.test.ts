import { AggregatorRegistry } from 'prom-client'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('reports measurements in seconds, by model and engine', async () => {
  const { meter, expose } = createMetrics()
  meter.requestAnswered('/v1/models', 'GET', 200)
  meter.streamOpened()
  meter.streamOpened()
  meter.streamClosed()
  const chat = { model: 'acme/tiny', engine: 'stub', outcome: 'finished' as const, totalMs: 1500 }
  const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 }
  meter.chatEnded({ ...chat, firstChunkMs: 30, usage })
  meter.chatEnded({ ...chat, outcome: 'aborted', firstChunkMs: undefined, usage: undefined })

  const lines = (await expose()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'parley_requests_total{route="/v1/models",method="GET",status="200"} 1',
      'parley_open_streams 1',
      'parley_chats_total{model="acme/tiny",engine="stub",outcome="finished"} 1',
      'parley_chats_total{model="acme/tiny",engine="stub",outcome="aborted"} 1',
      'parley_tokens_total{model="acme/tiny",engine="stub",direction="input"} 10',
      'parley_tokens_total{model="acme/tiny",engine="stub",direction="output"} 20',
      'parley_first_chunk_seconds_bucket{le="0.025",model="acme/tiny",engine="stub"} 0',
      'parley_first_chunk_seconds_bucket{le="0.05",model="acme/tiny",engine="stub"} 1',
      'parley_first_chunk_seconds_count{model="acme/tiny",engine="stub"} 1',
      'parley_chat_seconds_sum{model="acme/tiny",engine="stub"} 3',
    ]),
  )
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true)
})

test('reports fallbacks and open circuits, without the codes that engines make up', async () => {
  const { routes, expose } = createMetrics()
  routes.fellBack('team', 'main', 'upstream_timeout')
  routes.fellBack('team', 'main', 'made-up-1')
  routes.fellBack('team', 'main', null)
  routes.circuitChanged({ engine: 'main', model: 'tiny' }, true)
  routes.circuitChanged({ engine: 'backup', model: 'tiny' }, true)
  routes.circuitChanged({ engine: 'backup', model: 'tiny' }, false)
  expect((await expose()).split('\n')).toEqual(
    expect.arrayContaining([
      'parley_fallbacks_total{route="team",engine="main",code="upstream_timeout"} 1',
      'parley_fallbacks_total{route="team",engine="main",code="other"} 2',
      'parley_circuit_open{engine="main",model="tiny"} 1',
      'parley_circuit_open{engine="backup",model="tiny"} 0',
    ]),
  )
})

test('doesn’t add up over several workers what is only on or off', async () => {
  const workers = [createMetrics(() => ['store']), createMetrics(() => ['store'])]
  for (const { routes, modelMeter, meter } of workers) {
    routes.circuitChanged({ engine: 'main', model: 'tiny' }, true)
    modelMeter.loaded('tiny', 4)
    meter.streamOpened()
  }
  const text = await AggregatorRegistry.aggregate(await Promise.all(workers.map(({ values }) => values()))).metrics()
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'parley_circuit_open{engine="main",model="tiny"} 1',
      'parley_model_loaded{model="tiny"} 1',
      'parley_degraded{part="store"} 1',
      'parley_open_streams 2',
    ]),
  )
})

test('reports forwarded requests by endpoint', async () => {
  const { meter, expose } = createMetrics()
  const request = { route: '/v1/embeddings', model: 'acme/e', engine: 'stub', outcome: 'finished' as const }
  meter.forwardEnded({ ...request, totalMs: 1500 })
  const text = await expose()
  const labels = '{route="/v1/embeddings",model="acme/e",engine="stub"'
  expect(text).toContain(`parley_forwards_total${labels},outcome="finished"} 1`)
  expect(text).toContain(`parley_forward_seconds_sum${labels}} 1.5`)
})

test('reports calls, tokens and cost by the name of the key', async () => {
  const { meter, expose } = createMetrics()
  const tokens = { input: 10, cached: 4, output: 20, reasoning: 5, estimated: false }
  const call = { id: 'chatcmpl-1', time: 0, key: 'laptop', model: 'acme/tiny', engine: 'stub', firstMs: 1, totalMs: 2 }
  meter.callCharged({ ...call, ...tokens, outcome: 'finished', cost: 0.5 })
  meter.callCharged({ ...call, ...tokens, outcome: 'aborted', cost: null })
  expect((await expose()).split('\n')).toEqual(
    expect.arrayContaining([
      'parley_key_calls_total{key="laptop",outcome="finished"} 1',
      'parley_key_calls_total{key="laptop",outcome="aborted"} 1',
      'parley_key_tokens_total{key="laptop",direction="input"} 20',
      'parley_key_tokens_total{key="laptop",direction="output"} 40',
      'parley_key_cost_dollars_total{key="laptop"} 0.5',
    ]),
  )
})

test('still reports when costs add up to more than a number can hold', async () => {
  const { meter, expose } = createMetrics()
  const call = { id: 'chatcmpl-1', time: 0, key: 'laptop', model: 'acme/tiny', engine: 'stub', firstMs: 1, totalMs: 2 }
  const tokens = { input: 1, cached: 0, output: 1, reasoning: 0, estimated: false, outcome: 'finished' as const }
  for (let calls = 0; calls < 2; calls++) meter.callCharged({ ...call, ...tokens, cost: Number.MAX_VALUE })
  const once = await expose()
  expect(once).toContain(`parley_key_cost_dollars_total{key="laptop"} ${Number.MAX_VALUE}`)
  expect(once).toContain('parley_key_calls_total{key="laptop",outcome="finished"} 2')
  // Asking doesn't change what is reported.
  expect(await expose()).toContain('parley_key_calls_total{key="laptop",outcome="finished"} 2')
})

test('counts separately for two servers in one process', async () => {
  const [one, two] = [createMetrics(), createMetrics()]
  one.meter.streamOpened()
  expect(await two.expose()).toContain('parley_open_streams 0')
})

test('reports local models, their queue and their speed', async () => {
  const { modelMeter, expose } = createMetrics()
  modelMeter.queueChanged(3, 2)
  modelMeter.loaded('tiny', 4)
  modelMeter.replied('tiny', 60, 2)
  modelMeter.crashed('tiny')
  modelMeter.unloaded('tiny')
  expect((await expose()).split('\n')).toEqual(
    expect.arrayContaining([
      'parley_model_queue_length 3',
      'parley_model_running 2',
      'parley_model_loaded{model="tiny"} 0',
      'parley_model_load_seconds_sum{model="tiny"} 4',
      'parley_model_restarts_total{model="tiny"} 1',
      'parley_model_tokens_total{model="tiny"} 60',
      'parley_model_tokens_per_second_sum{model="tiny"} 30',
    ]),
  )
})
