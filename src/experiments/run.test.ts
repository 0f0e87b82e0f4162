import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { type PricedModel, greatestCost } from './call-cell.ts'
import type { Cell, ChatBody } from './cells.ts'
import { answer, anyDefinition, cases, cellsIn, refusal, variants } from './experiments.test-support.ts'
import type { CellResult } from './results.ts'
import { type RunHost, type RunSettings, limitProblem, startRun } from './run.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** What the engine does with its n-th call, from 0. */
type Script = (n: number, body: ChatBody) => { events: ChatEvent[]; takes?: number }

const priced: PricedModel = {
  pricing: [
    { metric: 'input_tokens', rate: 0 },
    // A reply with its 5 tokens costs 5 cents.
    { metric: 'output_tokens', rate: 10_000 },
  ],
}

/** Runs cells against a scripted engine on a clock that jumps, and tells what happened. */
function runWith(
  cells: readonly Cell[],
  script: Script,
  settings: Partial<RunSettings> = {},
  host: Partial<RunHost> = {},
) {
  const calls: { at: number; body: ChatBody; connection: string | null }[] = []
  const results: { cell: Cell; result: CellResult }[] = []
  let open = 0
  let mostOpen = 0
  const run = startRun(
    cells,
    { concurrency: 4, spendLimit: undefined, ...settings },
    {
      async *stream(connection, body, signal) {
        const { events, takes = 100 } = script(calls.length, body)
        calls.push({ at: Date.now(), body, connection })
        open += 1
        mostOpen = Math.max(mostOpen, open)
        await sleep(takes, signal)
        open -= 1
        if (!signal.aborted) yield events
      },
      save: async (cell, result) => void results.push({ cell, result }),
      now: () => Date.now(),
      wait: sleep,
      random: () => 0,
      pricedModel: () => undefined,
      ...host,
    },
  )
  return { run, calls, results, mostOpen: () => mostOpen }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Lets the clock jump until the run ends. */
async function finish({ run }: ReturnType<typeof runWith>) {
  const ends: Awaited<typeof run.ended>[] = []
  void run.ended.then((end) => ends.push(end))
  while (ends.length === 0) await vi.advanceTimersByTimeAsync(50)
  return ends[0]
}

const cellsOf = (fields: Record<string, unknown>) => cellsIn(anyDefinition(fields))

describe('startRun', () => {
  it('answers every cell once, and no more at a time than allowed', async () => {
    const cells = cellsOf({ variants: variants(2), cases: cases(10), repeats: 2 })
    const runs = runWith(cells, (n) => ({ events: answer(`reply ${n}`) }), { concurrency: 3 })
    expect(await finish(runs)).toEqual({ reason: 'finished' })
    expect(runs.calls).toHaveLength(40)
    expect(runs.results.map(({ cell }) => cell.key).toSorted()).toEqual(cells.map(({ key }) => key).toSorted())
    expect(runs.mostOpen()).toBe(3)
    expect(runs.results[0]?.result).toEqual({
      key: cells[0]?.key,
      date: 100,
      attempts: 1,
      state: 'done',
      reply: {
        text: 'reply 0',
        reasoning: '',
        toolCalls: [],
        finish: 'stop',
        firstTokenMs: 100,
        latencyMs: 100,
        rounds: 1,
        tokensIn: 10,
        tokensOut: 5,
      },
    })
  })

  it('gives each connection its own places', async () => {
    const cells = cellsOf({
      variants: [
        { id: 'a', model: 'm', connection: 'one' },
        { id: 'b', model: 'm', connection: 'two' },
      ],
      cases: cases(6),
    })
    const runs = runWith(cells, () => ({ events: answer('') }), { concurrency: 2 })
    await finish(runs)
    expect(runs.mostOpen()).toBe(4)
  })

  it.each([
    ['a server error', () => refusal(500)],
    ['an overloaded server', () => refusal(503)],
    ['a reply that breaks off', (): ChatEvent[] => [{ type: 'text', choice: 0, text: 'half a rep' }]],
    ['a connection that fails', () => refusal(undefined)],
  ])('repeats %s twice at most, and then shows it as a failure, never as an answer', async (_, events) => {
    const [cell] = cellsOf({})
    const failing = runWith(cell ? [cell] : [], () => ({ events: events() }))
    await finish(failing)
    expect(failing.calls).toHaveLength(3)
    expect(failing.results[0]?.result).toMatchObject({ state: 'failed', attempts: 3 })

    const healed = runWith(cell ? [cell] : [], (n) => ({ events: n < 2 ? events() : answer('whole') }))
    await finish(healed)
    expect(healed.results[0]?.result).toMatchObject({ state: 'done', attempts: 3, reply: { text: 'whole' } })
  })

  it.each([400, 401, 404])('doesn’t repeat what a status of %s refuses', async (status) => {
    const runs = runWith(cellsOf({}), () => ({ events: refusal(status) }))
    await finish(runs)
    expect(runs.calls).toHaveLength(1)
    expect(runs.results[0]?.result).toMatchObject({ state: 'failed', code: `code_${status}`, message: 'No.' })
  })

  it('makes no call of a connection before the time that a 429 names', async () => {
    const cells = cellsOf({ cases: cases(8) })
    const runs = runWith(cells, (n) => ({
      events: n === 0 ? refusal(429, { retryAt: 30_000 }) : answer('ok'),
      takes: n === 0 ? 10 : 100,
    }))
    await finish(runs)
    // The four that had started at once, then none until the time has come.
    expect(runs.calls.filter(({ at }) => at > 100 && at < 30_000)).toEqual([])
    expect(runs.results.every(({ result }) => result.state === 'done')).toBe(true)
    expect(runs.calls).toHaveLength(9)
  })

  it('waits longer each time when a 429 names no time, and gives up in the end', async () => {
    const runs = runWith(cellsOf({}), () => ({ events: refusal(429), takes: 100 }))
    await finish(runs)
    const pauses = runs.calls.slice(1).map(({ at }, before) => at - (runs.calls[before]?.at ?? 0))
    expect(pauses).toEqual([1_100, 2_100, 4_100, 8_100, 16_100, 32_100])
    expect(runs.results[0]?.result).toMatchObject({ state: 'failed', code: 'code_429' })
  })

  it('ends a reply that has gone silent', async () => {
    const runs = runWith(cellsOf({}), (n) => (n === 0 ? { events: [], takes: 1e9 } : { events: answer('later') }))
    await finish(runs)
    expect(runs.calls[1]?.at).toBeGreaterThanOrEqual(300_000)
    expect(runs.results[0]?.result).toMatchObject({ state: 'done', reply: { text: 'later' } })
  })

  it('pauses, goes on, and stops without a result for what was running', async () => {
    const cells = cellsOf({ cases: cases(20) })
    const dropped: Cell[] = []
    const runs = runWith(
      cells,
      () => ({ events: answer('') }),
      { concurrency: 2 },
      { onDropped: (cell) => dropped.push(cell) },
    )
    await vi.advanceTimersByTimeAsync(250)
    runs.run.pause()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(runs.calls).toHaveLength(6)
    expect(runs.results).toHaveLength(6)
    runs.run.resume()
    await vi.advanceTimersByTimeAsync(150)
    runs.run.stop()
    expect(await finish(runs)).toEqual({ reason: 'stopped' })
    expect(runs.results).toHaveLength(8)
    expect(dropped).toHaveLength(2)
  })

  it('stops while it is paused, waits or backs off', async () => {
    for (const events of [answer(''), refusal(429, { retryAt: 1e9 }), refusal(500)]) {
      const runs = runWith(cellsOf({ cases: cases(9) }), () => ({ events }), { concurrency: 2 })
      await vi.advanceTimersByTimeAsync(150)
      runs.run.pause()
      runs.run.stop()
      expect(await finish(runs)).toEqual({ reason: 'stopped' })
    }
  })

  it('ends when a result can’t be saved, and says so', async () => {
    const runs = runWith(
      cellsOf({ cases: cases(9) }),
      () => ({ events: answer('') }),
      { concurrency: 2 },
      {
        save: () => Promise.reject(new Error('Storage is full.')),
      },
    )
    expect(await finish(runs)).toEqual({ reason: 'storage', message: 'Storage is full.' })
    expect(runs.calls.length).toBeLessThanOrEqual(4)
  })
})

describe('the spend limit', () => {
  const definition = { cases: cases(100), variants: [{ id: 'v', model: 'm', parameters: { max_tokens: 5 } }] }

  it('is never passed, however many calls run at once', async () => {
    for (const concurrency of [1, 4, 32]) {
      const cells = cellsOf(definition)
      const runs = runWith(
        cells,
        () => ({ events: answer('') }),
        { concurrency, spendLimit: 0.5 },
        { pricedModel: () => priced },
      )
      const end = await finish(runs)
      expect(end).toMatchObject({ reason: 'limit', message: expect.stringContaining('$0.5') })
      // Ten replies for 5 cents each: exactly the limit.
      expect(runs.results).toHaveLength(10)
      expect(runs.calls).toHaveLength(10)
    }
  })

  it('counts what was spent before, and replies that broke off', async () => {
    const cells = cellsOf(definition)
    const cut: ChatEvent[] = [{ type: 'text', choice: 0, text: 'half' }]
    const runs = runWith(
      cells,
      () => ({ events: cut }),
      { concurrency: 1, spendLimit: 0.5, spent: 0.3 },
      { pricedModel: () => priced },
    )
    await finish(runs)
    // Four calls of 5 cents fit.
    expect(runs.calls).toHaveLength(4)
  })

  it('waits for the calls that run if the next one fits only if they cost less', async () => {
    const cells = cellsOf({ ...definition, variants: [{ id: 'v', model: 'm', parameters: { max_tokens: 40 } }] })
    const runs = runWith(
      cells,
      () => ({ events: answer('') }),
      { concurrency: 8, spendLimit: 0.5 },
      { pricedModel: () => priced },
    )
    await finish(runs)
    // A call may cost 40 cents and does cost 5: the third is the last that surely fits.
    expect(runs.calls).toHaveLength(3)
    expect(runs.mostOpen()).toBe(1)
  })

  it('doesn’t concern free models, and asks for Max tokens where a reply could cost any amount', () => {
    const cells = cellsOf({ variants: variants(2) })
    const free: PricedModel = { pricing: priced.pricing.map((each) => ({ ...each, rate: 0 })) }
    expect(limitProblem(cells, () => free)).toBeUndefined()
    expect(limitProblem(cells, () => undefined)).toBeUndefined()
    expect(limitProblem(cells, () => ({ ...priced, max_output_tokens: 100 }))).toBeUndefined()
    expect(limitProblem(cells, ({ model }) => (model === 'm2' ? priced : free))).toMatch(/Set Max tokens of m2/u)
  })
})

describe('greatestCost', () => {
  const costOf = (fields: object) => greatestCost({ model: 'm', messages: [], ...fields }, priced)

  it('multiplies by the number of replies, and is unknown without a greatest length', () => {
    expect(costOf({ max_tokens: 5 })).toBeCloseTo(0.05)
    expect(costOf({ max_tokens: 5, n: 4 })).toBeCloseTo(0.2)
    expect(costOf({ max_completion_tokens: 7, max_tokens: 5 })).toBeCloseTo(0.07)
    expect(costOf({})).toBeUndefined()
  })

  it('counts each file', () => {
    const costly = {
      pricing: [
        { metric: 'input_tokens' as const, rate: 100 },
        { metric: 'output_tokens' as const, rate: 0 },
      ],
    }
    const message = (content: object[]) => [{ role: 'user' as const, content: content as Record<string, unknown>[] }]
    const cost = (content: object[]) =>
      greatestCost({ model: 'm', max_tokens: 1, messages: message(content) }, costly) ?? 0
    expect(cost([{ type: 'image_url' }])).toBeGreaterThan(1)
    expect(cost([{ type: 'text', text: 'Hi' }])).toBeLessThan(0.1)
  })
})

describe('rounds of tool calls', () => {
  const call = (index: number, name: string, json: string): ChatEvent => ({
    type: 'tool',
    choice: 0,
    index,
    id: `id${index}`,
    name,
    arguments: json,
  })
  const ask = (...events: ChatEvent[]): ChatEvent[] => [...events, { type: 'finished', reasons: { 0: 'tool_calls' } }]
  const withTools = (mock?: string) =>
    cellsOf({ prompt: { messages: [{ role: 'user', content: 'Weather?' }], tools: [{ name: 'weather', mock }] } })

  it('answers the calls of tools that have mocks, and keeps all of them', async () => {
    const mock = '[{"when": {"city": "Oslo"}, "result": "snow"}, {"result": "sun"}]'
    const runs = runWith(withTools(mock), (n) => ({
      events: n === 0 ? ask(call(0, 'weather', '{"city":"Oslo"}'), call(1, 'weather', '{}')) : answer('Snow and sun'),
    }))
    await finish(runs)
    expect(runs.calls[1]?.body.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'id0', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
          { id: 'id1', type: 'function', function: { name: 'weather', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'id0', content: 'snow' },
      { role: 'tool', tool_call_id: 'id1', content: 'sun' },
    ])
    expect(runs.results).toHaveLength(1)
    expect(runs.results[0]?.result).toMatchObject({
      state: 'done',
      reply: { text: 'Snow and sun', rounds: 2, latencyMs: 200, firstTokenMs: 100 },
    })
  })

  it('ends with a call whose tool has no mock, and after 8 rounds', async () => {
    const asking = () => ({ events: ask(call(0, 'weather', '{}')) })
    const unanswered = runWith(withTools(), asking)
    await finish(unanswered)
    expect(unanswered.results[0]?.result).toMatchObject({ reply: { toolCalls: [{ name: 'weather' }], rounds: 1 } })
    const endless = runWith(withTools('again'), asking)
    await finish(endless)
    expect(endless.calls).toHaveLength(8)
  })
})
