import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { untilAborted } from '#service/stub-engine.test-support.ts'
import {
  callOf,
  chunk,
  engineWith,
  whole,
  type ScriptedResponse,
  type Settings,
} from './scripted-engine.test-support.ts'

const bytes = new TextEncoder()

async function eventsOf(answer: ScriptedResponse, settings: Settings = {}): Promise<ChatEvent[]> {
  const { engine } = engineWith(answer, settings)
  const events: ChatEvent[] = []
  for await (const batch of await engine.stream(callOf())) {
    expect(batch).not.toHaveLength(0)
    events.push(...batch)
  }
  return events
}

describe('a streamed reply', () => {
  test('becomes events, even where characters are split between reads', async () => {
    const stream = bytes.encode(chunk('Grüße 👋') + chunk('', 'stop'))
    const body = [...stream].map((byte) => Uint8Array.of(byte))
    expect((await eventsOf(() => ({ body }))).slice(1)).toEqual([
      { type: 'text', choice: 0, text: 'Grüße 👋' },
      { type: 'finished', reasons: { 0: 'stop' } },
    ])
  })

  test('is read despite a wrong content type', async () => {
    const headers = { 'content-type': 'application/json' }
    const events = await eventsOf(() => ({ headers, body: ['\uFEFF\n', chunk('Hi', 'stop')] }))
    expect(events.at(-1)).toEqual({ type: 'finished', reasons: { 0: 'stop' } })
  })

  test('becomes events even if it is one JSON body', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const message = {
      content: 'Hi',
      reasoning: 'hm',
      tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }],
    }
    const body = JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }], usage }, null, 2)
    expect(await eventsOf(() => ({ body: [body.slice(0, 9), body.slice(9)] }))).toEqual([
      { type: 'started' },
      { type: 'reasoning', choice: 0, text: 'hm' },
      { type: 'tool', choice: 0, index: 0, id: 'a', name: 'f', arguments: '{}' },
      { type: 'text', choice: 0, text: 'Hi' },
      { type: 'usage', usage },
      { type: 'finished', reasons: { 0: 'tool_calls' } },
    ])
  })

  test.each([
    ['a web page', '<!doctype html><p>It works!</p>', 'upstream_invalid'],
    ['an error in JSON', '{"error":{"message":"m","code":"own"}}', 'own'],
    ['half a JSON body', whole.slice(0, -5), 'upstream_cut'],
    ['another API', 'data: {"type":"message_start"}\n\ndata: [DONE]\n\n', 'upstream_invalid'],
    ['JSON that is not a completion', '{}', 'upstream_invalid'],
    ['nothing', '', 'upstream_invalid'],
    ['a stream that was cut', chunk('Hi'), 'upstream_cut'],
  ])('fails on %s with status 200', async (_name, body, code) => {
    expect((await eventsOf(() => ({ body: [body] }))).at(-1)).toMatchObject({ type: 'failed', error: { code } })
  })

  test('is cut if the connection breaks, unless it was complete', async () => {
    const breaking = (...pieces: string[]) =>
      async function* () {
        yield* pieces
        throw new TypeError('terminated')
      }
    expect((await eventsOf(() => ({ body: breaking(chunk('Hi'))() }))).at(-1)).toMatchObject({
      error: { code: 'upstream_cut' },
    })
    expect((await eventsOf(() => ({ body: breaking(chunk('Hi', 'length'))() }))).at(-1)).toEqual({
      type: 'finished',
      reasons: { 0: 'length' },
    })
  })

  test('stops the engine if iteration ends early', async () => {
    const { engine, requests } = engineWith(({ cancellation: { signal } }) => ({
      body: (async function* () {
        yield chunk('Hi')
        await untilAborted(signal)
      })(),
    }))
    for await (const batch of await engine.stream(callOf())) {
      expect(batch).not.toHaveLength(0)
      break
    }
    expect(requests[0]?.cancellation.isCancelled).toBe(true)
  })

  test('does not repeat the key in an error', async () => {
    const body = [`data: {"error":{"message":"bad key sk-ours-123","code":"sk-ours-123"}}\n\n`]
    const events = await eventsOf(() => ({ body }), { apiKey: 'sk-ours-123' })
    expect(events).toMatchObject([{ type: 'failed', error: { message: 'bad key (not shown)', code: '(not shown)' } }])
  })
})

describe('deadlines', () => {
  const stalling =
    (...pieces: string[]): ScriptedResponse =>
    ({ cancellation: { signal } }) => ({
      body: (async function* () {
        yield* pieces
        await untilAborted(signal)
        throw signal.reason
      })(),
    })
  const deadlines = { firstByteMs: 20, idleMs: 20 }

  test('time out an engine that sends nothing', async () => {
    const { engine } = engineWith(stalling(), { deadlines })
    await expect(engine.complete(callOf())).rejects.toMatchObject({ status: 504, detail: { code: 'upstream_timeout' } })
    expect(await eventsOf(stalling(), { deadlines })).toMatchObject([{ error: { code: 'upstream_timeout' } }])
  })

  test('time out an engine that goes silent, unless the reply was complete', async () => {
    expect((await eventsOf(stalling(chunk('Hi')), { deadlines })).at(-1)).toMatchObject({
      error: { code: 'upstream_timeout' },
    })
    expect((await eventsOf(stalling(chunk('Hi', 'stop')), { deadlines })).at(-1)).toEqual({
      type: 'finished',
      reasons: { 0: 'stop' },
    })
  })

  test('do not count the time of a slow reader', async () => {
    const { engine } = engineWith(() => ({ body: [chunk('a'), chunk('b', 'stop')] }), { deadlines })
    const types: string[] = []
    for await (const batch of await engine.stream(callOf())) {
      types.push(...batch.map(({ type }) => type))
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    expect(types).toEqual(['started', 'text', 'text', 'finished'])
  })
})
