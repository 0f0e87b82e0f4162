import { expect, test } from 'vitest'
import { startParleyProcess } from '#testing/parley-process.ts'
import { startPricedEngine } from '#testing/priced-engine.ts'

// What a running service says about a chat and an embedding, in its log and its metrics.

test('logs calls with the id of their response, and counts what they cost for their key', async () => {
  await using engine = await startPricedEngine()
  await using parley = await startParleyProcess({ ...engine.settings, LOG_LEVEL: 'info' })
  const key = await engine.addKey('laptop', {})
  await expect.poll(async () => (await engine.get(parley, key, '/v1/models')).status, { timeout: 10_000 }).toBe(200)

  for (const [message, call] of [
    ['chat finished', engine.chat],
    ['forwarding finished', engine.embed],
  ] as const) {
    const response = await call(parley, key)
    await response.text()
    expect(response.status).toBe(200)
    const id = response.headers.get('x-request-id')
    const lineOf = () =>
      parley
        .output()
        .split('\n')
        .find((line) => line.includes(`"msg":"${message}"`))
    await expect.poll(lineOf).toContain(`"requestId":"${id}"`)
    expect(lineOf()).toContain('"caller":"laptop"')
  }

  const metrics = await (await engine.get(parley, key, '/metrics')).text()
  expect(metrics).toContain('parley_key_calls_total{key="laptop",outcome="finished"} 2\n')
  expect(metrics).toContain('parley_key_tokens_total{key="laptop",direction="output"} 20\n')
  expect(metrics).toContain(`parley_key_cost_dollars_total{key="laptop"} ${2 * engine.cost}\n`)
}, 30_000)
