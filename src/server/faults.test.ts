import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { faults, playFault, type Fault } from '#testing/faults.ts'
import { isExpected, readOutcome } from '#testing/read-outcome.ts'
import { startOverPlayer } from '#testing/start-over-player.ts'

let started: Awaited<ReturnType<typeof startOverPlayer>>
beforeAll(async () => {
  started = await startOverPlayer(playFault, Object.keys(faults))
})
afterAll(() => started.close())

describe('contract, Chat: a reply is complete or an error', () => {
  const bounded = Object.entries(faults).filter(([, { single }]) => single !== 'endless')
  const light = bounded.filter(([, { isHeavy }]) => isHeavy !== true)
  const heavy = bounded.filter(([, { isHeavy }]) => isHeavy === true)

  async function isToldWhatItShould(name: string, { single, streamed }: Fault) {
    for (const [stream, expected] of [
      [false, single],
      [true, streamed],
    ] as const) {
      const response = await started.parley.chat({ model: `community/${name}`, stream })
      expect(response.headers.get('x-request-id')).not.toBeNull()
      const outcome = await readOutcome(response)
      expect(isExpected(outcome, expected), `stream ${stream}: ${JSON.stringify(outcome).slice(0, 300)}`).toBe(true)
    }
    return true
  }

  test.concurrent.each(light)('an engine that plays “%s”', async (name, fault) => {
    expect(await isToldWhatItShould(name, fault)).toBe(true)
  })

  test.each(heavy)(
    'an engine that plays “%s”',
    async (name, fault) => {
      expect(await isToldWhatItShould(name, fault)).toBe(true)
    },
    30_000,
  )

  test.each([true, false])(
    'an engine that never ends stops when its caller disconnects (stream: %s)',
    async (stream) => {
      const caller = new AbortController()
      const asked = started.parley.chat({ model: 'community/goes-on', stream }, { signal: caller.signal })
      const reader = stream ? (await asked).body?.getReader() : undefined
      if (reader) for (let pieces = 0; pieces < 20; pieces++) expect((await reader.read()).done).toBe(false)
      const reached = await vi.waitFor(() => {
        const last = started.player.played.at(-1)
        if (!last?.body.includes('goes-on')) throw new Error('It has not reached the engine yet.')
        return last
      })
      caller.abort()
      await expect(reached.gone).resolves.toBeUndefined()
      await Promise.allSettled([asked])
    },
  )
})
