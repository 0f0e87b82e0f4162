import { expect } from '@playwright/test'
import { type Fault, faults, startFaultEngine } from '#testing/faults.ts'
import { isExpected, readOutcome } from '#testing/read-outcome.ts'
import { startParley, test, type Parley } from './parley.ts'

// Runs the real program against an engine that fails in every known way.

const deadline = 2000

function chat({ baseUrl, key }: Parley, body: Record<string, unknown>, signal = AbortSignal.timeout(deadline * 10)) {
  return fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], ...body }),
    signal,
  })
}

test('ends every reply complete or with an error, in time, and keeps running, however the engine fails', async () => {
  const engine = await startFaultEngine()
  const parley = await startParley({
    PARLEY_ENGINE_URL: engine.baseUrl,
    PARLEY_FIRST_BYTE_TIMEOUT_MS: String(deadline),
    PARLEY_IDLE_TIMEOUT_MS: String(deadline),
  })
  try {
    const judge = async ([name, { single, streamed }]: [string, Fault], stream: boolean) => {
      const outcome = await readOutcome(await chat(parley, { model: `community/${name}`, stream }))
      const isRight = isExpected(outcome, stream ? streamed : single)
      expect(isRight, `${name}, stream ${stream}: ${JSON.stringify(outcome).slice(0, 300)}`).toBe(true)
    }
    const bounded = Object.entries(faults).filter(([, { single }]) => single !== 'endless')
    for (const stream of [false, true]) {
      const light = bounded.filter(([, { isHeavy }]) => isHeavy !== true)
      await Promise.all(light.map((fault) => judge(fault, stream)))
      for (const fault of bounded.filter((each) => !light.includes(each))) await judge(fault, stream)
    }

    const left = new AbortController()
    const endless = await chat(parley, { model: 'community/goes-on', stream: true }, left.signal)
    expect((await endless.body?.getReader().read())?.done).toBe(false)
    left.abort()
    await engine.played.at(-1)?.gone

    const after = await readOutcome(await chat(parley, { model: 'parley/echo' }))
    expect(after).toEqual({ kind: 'whole', text: 'Hi' })
  } finally {
    await parley.stop()
    engine.close()
  }
})
