import { createServer } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createChatDecoder } from '#dialects/chat-decoder.ts'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import { listen } from './http/http-server.ts'
import { pieceFrame, startEnginePlayer, type Played } from '#testing/engine-player.ts'
import { startParley } from '#testing/start-parley.ts'
import { createUndiciTransport } from './engines/undici-transport.ts'

const transport = createUndiciTransport({ connectMs: 5000 })
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function start(script?: (played: Played) => void, apiKey?: string) {
  const player = await startEnginePlayer(script)
  const settings = { kind: 'openai-style', name: 'player', baseUrl: player.baseUrl } as const
  const engine = createEngine(
    { ...settings, ...(apiKey !== undefined && { apiKey }) },
    { clock: systemClock, transport },
  )
  const parley = await startParley([engine])
  closers.push(player.close, parley.close)
  const chats = () => player.played.filter(({ request }) => request.method === 'POST')
  const nextChat = () =>
    vi.waitFor(() => {
      const [first] = chats()
      if (!first) throw new Error('No chat has reached the engine yet.')
      return first
    })
  return { player, parley, chats, nextChat }
}

const tiny = { model: 'community/tiny' }

describe('a real engine over HTTP', () => {
  test('streams while the reply is still being generated', async () => {
    const { parley, nextChat } = await start()
    const asked = parley.chat({ ...tiny, stream: true })
    const { response: engine } = await nextChat()
    engine.write(pieceFrame('First'))
    const reader = (await asked).body?.pipeThrough(new TextDecoderStream()).getReader()
    const decoder = createChatDecoder()
    const first = await reader?.read()
    expect(decoder.feed(first?.value ?? '')).toMatchObject([{ type: 'started' }, { type: 'text', text: 'First' }])
    engine.write(pieceFrame(' and last', 'stop'))
    const second = await reader?.read()
    expect(decoder.feed(second?.value ?? '')).toMatchObject([{ type: 'text', text: ' and last' }])
    engine.end('data: [DONE]\n\n')
    const last = await reader?.read()
    expect(decoder.feed(last?.value ?? '')).toMatchObject([{ type: 'finished' }])
  })

  test('gets its own key, not the caller’s', async () => {
    const { parley, chats } = await start(({ response }) => response.end(pieceFrame('Hi', 'stop')), 'sk-ours')
    await (await parley.chat(tiny)).text()
    expect(chats()[0]?.request.headers.authorization).toBe('Bearer sk-ours')
  })

  test('gets numbers with the caller’s digits in unchanged fields', async () => {
    const { parley, chats } = await start(({ response }) => response.end(pieceFrame('Hi', 'stop')))
    const others = '"seed":9223372036854775807,"top_p":0.70,"tools":[{"limit":1.0,"id":12345678901234567890}]'
    const body = `{"model":"community/tiny","messages":[{"role":"user","content":"Hi","x":1e400}],${others}}`
    await (await parley.chat({}, { body })).text()
    expect(chats()[0]?.body).toBe(
      `{"messages":[{"role":"user","content":"Hi","x":1e400}],${others},"model":"tiny","stream":false}`,
    )
  })

  test('can’t redirect to another server', async () => {
    let visits = 0
    const elsewhere = createServer((_request, response) => {
      visits++
      response.end()
    })
    const port = await listen(elsewhere, '127.0.0.1', 0)
    closers.push(() => elsewhere.close())
    const { parley } = await start(({ response }) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/v1/chat/completions` }).end()
    }, 'sk-ours')
    const response = await parley.chat(tiny)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_invalid' } })
    expect(visits).toBe(0)
  })

  test.each([true, false])('causes a 502 when it is unreachable (stream: %s)', async (stream) => {
    const { parley, player } = await start()
    player.close()
    const response = await parley.chat({ ...tiny, stream })
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_unreachable' } })
  })

  test.each([true, false])('causes an error when it disconnects in mid-reply (stream: %s)', async (stream) => {
    const { parley } = await start(({ response }) => {
      response.write(pieceFrame('Half a rep'), () => response.destroy())
    })
    const response = await parley.chat({ ...tiny, stream })
    const text = await response.text()
    expect(response.status).toBe(stream ? 200 : 502)
    expect(text).toContain('"code":"upstream_cut"')
    expect(text).not.toContain('[DONE]')
  })
})

describe('a caller who disconnects', () => {
  test('before the first byte stops the engine', async () => {
    const { parley, nextChat } = await start()
    const caller = new AbortController()
    const asked = parley.chat({ ...tiny, stream: true }, { signal: caller.signal })
    const { gone } = await nextChat()
    caller.abort()
    await expect(asked).rejects.toThrow('aborted')
    await gone
    await vi.waitFor(() => expect(parley.lines).toMatchObject([{ message: 'chat aborted' }]))
  })

  test('during a stream stops the engine', async () => {
    const { parley, nextChat } = await start(({ response }) => response.write(pieceFrame('Once upon a time')))
    const caller = new AbortController()
    const response = await parley.chat({ ...tiny, stream: true }, { signal: caller.signal })
    await response.body?.getReader().read()
    const { gone } = await nextChat()
    caller.abort()
    await gone
    await vi.waitFor(() => expect(parley.lines).toMatchObject([{ message: 'chat aborted' }]))
  })

  test('during a single reply stops the engine', async () => {
    const { parley, nextChat } = await start(({ response }) => response.write('{"choices":'))
    const caller = new AbortController()
    const asked = parley.chat(tiny, { signal: caller.signal })
    const { gone } = await nextChat()
    caller.abort()
    await expect(asked).rejects.toThrow('aborted')
    await gone
    await vi.waitFor(() => expect(parley.lines).toMatchObject([{ message: 'chat aborted' }]))
  })
})

test('stops a built-in reply', async () => {
  const parley = await startParley([createEngine({ kind: 'built-in' }, { clock: systemClock })])
  closers.push(parley.close)
  const caller = new AbortController()
  const messages = [{ role: 'user', content: '5000 tokens at 50 tokens per second' }]
  const response = await parley.chat({ model: 'parley/typist', messages, stream: true }, { signal: caller.signal })
  await response.body?.getReader().read()
  caller.abort()
  await vi.waitFor(() => {
    expect(parley.lines).toMatchObject([
      { message: 'chat aborted', fields: { model: 'parley/typist', outcome: 'aborted' } },
    ])
  })
})
