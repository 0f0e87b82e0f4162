import { describe, expect, test, vi } from 'vitest'
import { errorBody } from '#service/api/openapi.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { createStubEngine, untilAborted } from '#service/stub-engine.test-support.ts'

/** Replies that wait until aborted: after one word, or before it if the request has `late`. */
const endless = () =>
  createStubEngine({
    async *reply({ signal, request }) {
      if (request['late'] !== true) yield [{ type: 'text', choice: 0, text: 'Once' }]
      await untilAborted(signal)
      throw signal.reason
    },
  })

describe('contract: Errors – 503 while shutting down', () => {
  test('refuses new chats with retry-after, and lets open ones finish', async () => {
    const engine = createStubEngine({
      async *reply() {
        yield [{ type: 'text', choice: 0, text: 'Hello' }]
        await drained
        yield [{ type: 'finished', reasons: { 0: 'stop' } }]
      },
    })
    let release = () => {}
    const drained = new Promise<void>((resolve) => {
      release = resolve
    })
    const { chat, get, service } = await startTestService([engine])
    const open = await chat({ stream: true })
    expect((await get('/readyz', {})).status).toBe(200)
    service.drain()
    const refused = await chat()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(errorBody.parse(await refused.json()).error).toMatchObject({ type: 'overloaded_error', code: 'overloaded' })
    expect((await get('/readyz', {})).status).toBe(503)
    expect((await get('/healthz', {})).status).toBe(200)
    release()
    expect(await open.text()).toContain('data: [DONE]')
  })

  test('ends a stream with an error frame and stops its engine', async () => {
    const engine = endless()
    const { chat, service, lines } = await startTestService([engine])
    const response = await chat({ stream: true })
    service.endChats()
    const frames = (await response.text()).trim().split('\n\n')
    expect(JSON.parse(frames.at(-1)?.replace('data: ', '') ?? '')).toMatchObject({ error: { code: 'overloaded' } })
    expect(frames).not.toContain('data: [DONE]')
    expect(engine.calls[0]?.signal.aborted).toBe(true)
    await vi.waitFor(() =>
      expect(lines.at(-1)).toMatchObject({ message: 'chat failed', fields: { code: 'overloaded' } }),
    )
  })

  test.each([{ stream: true }, { stream: false }])('returns 503 for a chat that has not begun: %o', async (fields) => {
    const engine = endless()
    const { chat, service } = await startTestService([engine])
    const asked = chat({ ...fields, late: true })
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    service.endChats()
    const response = await asked
    expect(response.status).toBe(503)
    expect(errorBody.parse(await response.json()).error.code).toBe('overloaded')
  })
})

describe('contract: Errors – 503 at capacity', () => {
  test('refuses chats over the limit until one ends', async () => {
    const engine = endless()
    const { chat } = await startTestService([engine], { maxChats: 2 })
    const [one, two] = [await chat({ stream: true }), await chat({ stream: true })]
    const refused = await chat({ stream: true })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    await one.body?.cancel()
    await vi.waitFor(async () => {
      const third = await chat({ stream: true })
      expect(third.status).toBe(200)
      await third.body?.cancel()
    })
    await two.body?.cancel()
  })

  test.each([{ messages: [] }, { model: 'acme/none' }])('does not count a refused request: %o', async (fields) => {
    const { chat } = await startTestService([createStubEngine()], { maxChats: 1 })
    expect((await chat(fields)).status).toBeLessThan(500)
    expect((await chat()).status).toBe(200)
    expect((await chat()).status).toBe(200)
  })

  test('does not count a failed chat', async () => {
    const engine = createStubEngine({
      reply() {
        throw new TypeError('broken')
      },
    })
    const { chat } = await startTestService([engine], { maxChats: 1 })
    expect([(await chat()).status, (await chat({ stream: true })).status, (await chat()).status]).toEqual([
      500, 500, 500,
    ])
  })
})
