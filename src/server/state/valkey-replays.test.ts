import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import OpenAI from 'openai'
import { Redis } from 'iovalkey'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReplayCache } from '#service/replay/replay-cache.ts'
import { silentLog, systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import { type RedisServer, startRedisServer } from '#testing/redis-server.ts'
import { startParley, validKey } from '#testing/start-parley.ts'
import { openValkeyReplays } from './valkey-replays.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedisServer()
})
afterAll(() => redis[Symbol.asyncDispose]())

const demo = createEngine({ kind: 'built-in' }, { clock: systemClock })

/** A service with its own connection to the store, as each process has. */
async function startProcess(url: string) {
  const store = await openValkeyReplays(url, 60_000)
  const replayCache = createReplayCache({ store, clock: systemClock, log: silentLog })
  const parley = await startParley([demo], { replayCache })
  const client = new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
  return {
    client,
    [Symbol.dispose]() {
      parley.close()
      store.close()
    },
  }
}

const tool = {
  type: 'function' as const,
  function: { name: 'forecast', parameters: { type: 'object', properties: { city: { enum: ['Oslo'] } } } },
}
const asked = {
  model: 'parley/tools',
  messages: [{ role: 'user' as const, content: 'Will it rain in Oslo?' }],
  tools: [tool],
}

test('the official openai package gets from one process what another one’s engine wrote', async () => {
  using one = await startProcess(redis.url)
  using other = await startProcess(redis.url)
  const options = { stream_options: { include_usage: true } }
  const first = await one.client.chat.completions.stream({ ...asked, ...options }).finalChatCompletion()
  const whole = await other.client.chat.completions.create(asked).withResponse()
  expect(whole.response.headers.get('x-parley-cache')).toBe('hit')
  const streamed = other.client.chat.completions.stream({ ...asked, ...options })
  const second = await streamed.finalChatCompletion()
  const call = { name: 'forecast', arguments: expect.stringContaining('Oslo') as string }
  for (const { id, choices, usage } of [whole.data, second]) {
    expect(choices[0]?.finish_reason).toBe('tool_calls')
    expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: call })
    expect(usage).toEqual(first.usage)
    expect(id).not.toBe(first.id)
  }
})

test('replies are kept for their lifetime, under a name of their own', async () => {
  const client = new Redis(redis.url)
  const store = await openValkeyReplays(redis.url.replace('redis:', 'valkey:'), 60_000)
  await store.set('abc', 'text')
  expect(await store.get('abc')).toBe('text')
  const left = await client.pttl('parley:reply:abc')
  expect(left).toBeGreaterThan(30_000)
  expect(left).toBeLessThanOrEqual(60_000)
  store.close()
  client.disconnect()
})

test('a value of another type, as a damaged one, is an error', async () => {
  const client = new Redis(redis.url)
  await client.lpush('parley:reply:list', 'x')
  const store = await openValkeyReplays(redis.url, 60_000)
  await expect(store.get('list')).rejects.toThrow('WRONGTYPE')
  store.close()
  client.disconnect()
})

test('a server that isn’t there fails calls at once, and is used when it comes back', async () => {
  await using gone = await startRedisServer()
  const store = await openValkeyReplays(gone.url, 60_000)
  await store.set('abc', 'text')
  await gone.stop()
  await expect(store.get('abc')).rejects.toThrow(/./)
  const late = await openValkeyReplays(gone.url, 60_000)
  await expect(late.set('abc', 'text')).rejects.toThrow('ECONNREFUSED')
  await gone.start()
  for (const each of [store, late]) {
    await expect
      .poll(
        () =>
          each.set('abc', 'text').then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    expect(await each.get('abc')).toBe('text')
    each.close()
  }
})

test('a wrong password is named as the problem, and not repeated', async () => {
  await using guarded = await startRedisServer('--requirepass', 'right-password')
  const wrong = await openValkeyReplays(guarded.url.replace('//', '//:wrong-password@'), 60_000)
  const reason: unknown = await wrong.get('abc').catch((thrown: unknown) => thrown)
  expect(String(reason)).toContain('WRONGPASS')
  expect(String(reason)).not.toContain('wrong-password')
  const right = await openValkeyReplays(guarded.url.replace('//', '//:right-password@'), 60_000)
  expect(await right.get('abc')).toBeUndefined()
  for (const store of [wrong, right]) store.close()
})

test('a server that doesn’t answer holds up neither the start nor a call', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const store = await openValkeyReplays(`redis://127.0.0.1:${port}`, 60_000)
  await expect(store.get('abc')).rejects.toThrow(/./)
  store.close()
  silent.close()
})
