import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#service/service-context.ts'
import type { Engine } from '#service/engines/engine.ts'
import { createEngine } from '#service/engines/registry.ts'
import { chatClients } from '#testing/chat-clients.ts'
import { faults, playFault } from '#testing/faults.ts'
import { startOverPlayer } from '#testing/start-over-player.ts'
import { validKey } from '#testing/start-parley.ts'

let started: Awaited<ReturnType<typeof startOverPlayer>>
beforeAll(async () => {
  const demo = createEngine({ kind: 'built-in' }, { clock: systemClock })
  const asleep: Engine = { ...demo, name: 'asleep', models: async () => [{ id: 'acme/off', status: 'inactive' }] }
  started = await startOverPlayer(playFault, Object.keys(faults), [demo, asleep])
})
afterAll(() => started.close())

const failing = (kind: 'single' | 'streamed') =>
  Object.entries(faults).filter(([, fault]) => typeof fault[kind] === 'object' && fault.isHeavy !== true)

describe.each(Object.entries(chatClients))('the client %s', (_name, client) => {
  const ask = (fields: Partial<Parameters<typeof client.complete>[0]> = {}) => ({
    baseUrl: `${started.parley.baseUrl}/v1`,
    apiKey: validKey,
    model: 'parley/echo',
    prompt: 'Hello out there',
    ...fields,
  })
  const streamed = async (fields: Parameters<typeof ask>[0]) => {
    const pieces: string[] = []
    for await (const piece of client.stream(ask(fields))) pieces.push(piece)
    return pieces
  }

  test('gets a complete reply', async () => {
    expect(await client.complete(ask())).toBe('Hello out there')
  })

  test('streams a reply', async () => {
    const pieces = await streamed({})
    expect(pieces.join('')).toBe('Hello out there')
    expect(pieces.filter((piece) => piece !== '').length).toBeGreaterThan(1)
  })

  test('stops the engine when it aborts a stream', async () => {
    const before = started.player.played.length
    const caller = new AbortController()
    const reading = (async () => {
      for await (const piece of client.stream(ask({ model: 'community/goes-on', signal: caller.signal }))) {
        if (piece !== '') caller.abort()
      }
    })()
    await reading.catch((reason: unknown) => expect(String(reason)).toMatch(/abort/i))
    await vi.waitFor(() => expect(started.player.played.length).toBe(before + 1))
    await started.player.played.at(-1)?.gone
  })

  test.each([
    [400, { temperature: 3 }],
    [401, { apiKey: 'wrong' }],
    [404, { model: 'no/such' }],
    [409, { model: 'acme/off' }],
    [429, { model: 'community/rate-limit' }],
    [502, { model: 'community/breaks' }],
    [504, { model: 'community/never-answers' }],
  ])('gets the status %d', async (status, fields) => {
    const answers = [client.complete(ask(fields)), streamed(fields)]
    const reasons = await Promise.all(answers.map((answer) => answer.catch((reason: unknown) => reason)))
    expect(reasons.map((reason) => client.statusOf(reason))).toEqual([status, status])
  })

  test.concurrent.each(failing('streamed'))('gets an error for a stream broken by “%s”', async (model) => {
    await expect(streamed({ model: `community/${model}` })).rejects.toThrow(/./)
  })

  test.concurrent.each(failing(client.completesBy))('gets an error for a reply broken by “%s”', async (model) => {
    await expect(client.complete(ask({ model: `community/${model}` }))).rejects.toThrow(/./)
  })
})
