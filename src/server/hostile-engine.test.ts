import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelList } from '#contract/model.ts'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import { pieceFrame, startEnginePlayer, type EnginePlayer } from '#testing/engine-player.ts'
import { readOutcome } from '#testing/read-outcome.ts'
import { startOverPlayer } from '#testing/start-over-player.ts'
import { validKey, startParley } from '#testing/start-parley.ts'
import { createUndiciTransport } from './engines/undici-transport.ts'

// Engines are untrusted: no value in any field may break anything.

const deep = (open: string, close: string, levels = 100_000) => open.repeat(levels) + close.repeat(levels)
const done = 'data: [DONE]\n\n'
const frame = (json: string) => `data: ${json}\n\n`
const ending = pieceFrame('', 'stop') + done
const nested = deep('[', ']')
const nestedParts = deep('[{"type":"thinking","thinking":', '}]').replace('thinking":}', 'thinking":""}')

const replies: Record<string, string> = {
  'a chunk field': frame(`{"choices":[{"index":0,"delta":{"content":"Hi"}}],"x":${nested}}`) + ending,
  'a choice field': frame(`{"choices":[{"index":0,"delta":{"content":"Hi"},"x":${nested}}]}`) + ending,
  'a delta field': frame(`{"choices":[{"index":0,"delta":{"content":"Hi","x":${nested}}}]}`) + ending,
  'the content': pieceFrame('Hi') + frame(`{"choices":[{"index":0,"delta":{"content":${nestedParts}}}]}`) + ending,
  'tool arguments':
    pieceFrame('Hi') +
    frame(`{"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"arguments":{"x":${nested}}}}]}}]}`) +
    ending,
  'the usage':
    pieceFrame('Hi', 'stop') +
    frame(`{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"x":${nested}}}`) +
    done,
  'its prototype, in every object':
    frame(
      `{"__proto__":{"polluted":1},"choices":[{"__proto__":{"polluted":1},"index":0,"delta":{"__proto__":{"polluted":1},"content":"Hi"}}],"usage":{"__proto__":{"polluted":1},"prompt_tokens":1,"completion_tokens":1}}`,
    ) + ending,
  'a field of a whole answer': `{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}],"x":${nested}}`,
  'a choice without end': frame('{"choices":[{"index":9007199254740991,"delta":{"content":"Hi"}}]}') + done,
}

let started: Awaited<ReturnType<typeof startOverPlayer>>
beforeAll(async () => {
  started = await startOverPlayer(
    ({ body, response }) => response.end(replies[String((JSON.parse(body) as { user: unknown }).user)]),
    ['tiny'],
  )
})
afterAll(() => started.close())

describe.each([true, false])('in a reply (stream: %s)', (stream) => {
  test.each(Object.keys(replies))('an absurd %s affects no other field', async (user) => {
    const outcome = await readOutcome(await started.parley.chat({ model: 'community/tiny', user, stream }))
    expect(outcome).toEqual({ kind: 'whole', text: 'Hi' })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('the model list of an engine', () => {
  const isolates = '\u2066\u202Etxt.exe\u2069'
  const entries = [
    { id: 'plain', name: `${isolates} name\u0000\u001B[31m`, description: 'x'.repeat(1_000_000), owned_by: '\u202Eme' },
    { id: '__proto__', name: '<img src=x onerror=alert(1)>' },
    { id: 'constructor', supported_parameters: ['__proto__', 'stop\u202E'] },
    { id: 'acme/\u202Eynit' },
    { id: 'li\nne' },
    { id: 'x'.repeat(2000) },
    { id: '../../etc/passwd' },
    { id: { toString: 'x' } },
    null,
  ]
  const list = `{"__proto__":{"polluted":1},"x":${nested},"data":[${entries.map((each) => JSON.stringify(each)).join()},{"id":"deep","pricing":${nested},"architecture":{"input_modalities":${nested}}}]}`
  let player: EnginePlayer
  let parley: Awaited<ReturnType<typeof startParley>>
  beforeAll(async () => {
    // The player answers `/v1/models` itself, so this list has another path.
    player = await startEnginePlayer(({ response }) => response.end(list))
    const transport = createUndiciTransport({ connectMs: 5000 })
    const settings = { kind: 'openai-style', name: 'hostile', baseUrl: `${player.baseUrl}/elsewhere` } as const
    parley = await startParley([createEngine(settings, { clock: systemClock, transport })])
  })
  afterAll(() => {
    player.close()
    parley.close()
  })

  test('is published as plain text without invisible characters', async () => {
    const response = await fetch(`${parley.baseUrl}/v1/models`, { headers: { authorization: `Bearer ${validKey}` } })
    const { data } = modelList.parse(await response.json())
    expect(data.map(({ id }) => id)).toEqual([
      'community/plain',
      'community/__proto__',
      'community/constructor',
      '../../etc/passwd',
      'community/deep',
    ])
    expect(data[0]).toMatchObject({ name: 'txt.exe name  [31m', owned_by: 'me' })
    expect(data[0]?.description.length).toBeLessThanOrEqual(10_000)
    expect(data[2]?.supported_parameters).toEqual(['__proto__', 'stop'])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test.each(['community/__proto__', 'community/constructor', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'has no special model “%s”',
    async (id) => {
      const response = await fetch(`${parley.baseUrl}/v1/models/${encodeURIComponent(id)}`)
      expect(response.status).toBe(/__proto__|constructor/u.test(id) ? 200 : 404)
    },
  )
})
