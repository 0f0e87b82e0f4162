import { describe, expect, test, vi } from 'vitest'
import { startTestService } from '#service/running-service.test-support.ts'
import { createStubEngine, untilAborted } from '#service/stub-engine.test-support.ts'

describe('a caller who disconnects', () => {
  const endless = () =>
    createStubEngine({
      async *reply({ signal }) {
        yield [{ type: 'text', choice: 0, text: 'Once upon a time' }]
        await untilAborted(signal)
      },
    })

  test('during a stream stops the engine', async () => {
    const engine = endless()
    const { chat, lines } = await startTestService([engine])
    const response = await chat({ stream: true })
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(engine.calls[0]?.signal.aborted).toBe(true)
    await vi.waitFor(() => {
      expect(lines.at(-1)).toMatchObject({ level: 'info', message: 'chat aborted', fields: { outcome: 'aborted' } })
    })
  })

  test.each([{ stream: true }, { stream: false }])('with the request’s signal stops the engine: %o', async (fields) => {
    const engine = createStubEngine({
      // oxlint-disable-next-line require-yield -- it fails before the first event
      async *reply({ signal }) {
        await untilAborted(signal)
        throw signal.reason
      },
    })
    const { chat, lines } = await startTestService([engine])
    const caller = new AbortController()
    const asked = chat(fields, { signal: caller.signal })
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    caller.abort()
    await asked
    expect(engine.calls[0]?.signal.aborted).toBe(true)
    expect(lines).toMatchObject([{ message: 'chat aborted' }])
  })
})
