import type { ChatEvent } from '#contract/chat-event.ts'
import { keyTerms } from '#contract/keys.ts'
import { usageReport } from '#contract/usage.ts'
import type { EngineCall } from '#service/engines/engine.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { createMemoryKeys } from '#service/state/memory-keys.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'
import { createMemoryReplays } from './memory-replays.ts'
import { type ReplayStore, createReplayCache } from './replay-cache.ts'

const pricing = (['input_tokens', 'output_tokens'] as const).map((metric) => ({ metric, rate: 1000 }))
export const hello = { model: 'acme/tiny', messages: [{ role: 'user', content: 'Hi' }] }
export type Reply = (call: EngineCall) => AsyncIterable<readonly ChatEvent[]>

interface Started {
  reply?: Reply
  store?: ReplayStore
  maxReplyLength?: number
}

/** A service with a replay cache over one scripted engine, a key named laptop, and a clock that the test moves. */
export async function startWithReplays({ reply, store, ...options }: Started = {}) {
  let now = Date.parse('2027-01-31T12:00:00Z')
  const clock = { now: () => now, sleep: async () => {} }
  const models = ['acme/tiny', 'acme/large'].map((id) => ({ id, pricing }))
  const engine = createStubEngine({ models, ...(reply && { reply }) })
  const keys = createMemoryKeys()
  const lookups: string[] = []
  const warnings: string[] = []
  const log = { info() {}, error() {}, warn: (_: unknown, message: string) => void warnings.push(message) }
  const replayCache = createReplayCache({
    store: store ?? createMemoryReplays({ clock, ttlMs: 60_000 }),
    clock,
    log,
    meter: { lookedUp: (result) => void lookups.push(result) },
    ...options,
  })
  const { service, lines } = await startTestService([engine], { keys, keyStore: keys, clock, replayCache })
  const keyOf = async (name: string, terms: object = {}) => (await keys.add(name, keyTerms.parse(terms))).key
  const laptop = await keyOf('laptop')
  const send = (path: string, body: object, { key = laptop, signal, ...headers }: Sent = {}) =>
    service.fetch(
      new Request(`http://parley.test${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      }),
    )
  const chat = async (fields: object = {}, sent: Sent = {}) => {
    const response = await send('/v1/chat/completions', { ...hello, ...fields }, sent)
    return { response, text: await response.text(), cache: response.headers.get('x-parley-cache') }
  }
  const usage = async (key = laptop) => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await service.fetch(new Request('http://parley.test/v1/usage', { headers }))
    return usageReport.parse(await response.json()).data
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { engine, service, lines, lookups, warnings, keyOf, send, chat, usage, pass }
}
interface Sent extends Record<string, unknown> {
  key?: string
  signal?: AbortSignal
}
