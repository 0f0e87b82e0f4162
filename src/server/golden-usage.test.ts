import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PriceMetric } from '#contract/model.ts'
import type { Engine } from '#service/engines/engine.ts'
import { createEngine } from '#service/engines/registry.ts'
import { systemClock } from '#service/service-context.ts'
import { type TransportResponse, decodeText, textSourceFrom } from '#service/engines/openai/transport.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { createService } from '#service/create-service.ts'
import { type LedgerEntry, createMemoryLedger } from '#service/state/ledger.ts'

// What providers report of a call, decoded by the real engines and charged by the real ledger, against their own bills.

const folder = join(import.meta.dirname, 'fixtures/usage')

interface Fixture {
  provider: string
  interface: 'chat' | 'messages'
  /** Who says that the provider reports this. */
  source: { name: string; date: string }
  /** US dollars per 1,000,000 units. */
  prices: { model: string; name: string; date: string; rates: Partial<Record<PriceMetric, number>> }
  calls: {
    about: string
    usage: Record<string, unknown>
    /** Members beside `usage` in a whole reply. */
    beside?: Record<string, unknown>
    /** The last chunk of a stream, if it isn't just the usage. */
    lastChunk?: Record<string, unknown>
    tokens: { input: number; cached: number; output: number; reasoning: number }
    /** Computed by hand. `rate` is US dollars per 1,000,000. */
    bill: { lines: { what: string; count: number; rate: number }[]; dollars: number }
  }[]
}

const fixtures = readdirSync(folder).map((file): Fixture => JSON.parse(readFileSync(join(folder, file), 'utf8')))

const day: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)

const frame = (value: unknown, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`

type Call = Fixture['calls'][number]

const replies: Record<Fixture['interface'], { whole(call: Call): string; stream(call: Call): string }> = {
  chat: {
    whole: ({ usage, beside }) =>
      JSON.stringify({ choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }], usage, ...beside }),
    stream: ({ usage, lastChunk }) =>
      frame({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] }) +
      frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
      frame(lastChunk ?? { choices: [], usage }) +
      'data: [DONE]\n\n',
  },
  messages: {
    whole: ({ usage }) =>
      JSON.stringify({ type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn', usage }),
    // The counts of the start are repeated at the end, where they are whole.
    stream: ({ usage }) =>
      [
        { type: 'message_start', message: { id: 'msg_1', usage: { ...usage, output_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
        { type: 'message_stop' },
      ]
        .map((event) => frame(event, event.type))
        .join(''),
  },
}

/** A service whose only engine answers with a fixture, and the entries of its ledger. */
async function serviceOver({ interface: kind, prices }: Fixture, body: string) {
  const entries: LedgerEntry[] = []
  const transport = async (): Promise<TransportResponse> => {
    async function* bytes() {
      yield new TextEncoder().encode(body)
    }
    return { status: 200, header: () => null, text: textSourceFrom(decodeText(bytes())) }
  }
  const settings = { name: 'provider', baseUrl: 'http://provider.test/v1' }
  const engine = createEngine(
    { kind: kind === 'chat' ? 'openai-style' : 'anthropic', ...settings },
    { clock: systemClock, transport },
  )
  const pricing = Object.entries(prices.rates).map(([metric, rate]) => ({ metric: metric as PriceMetric, rate }))
  const listed: Engine = { ...engine, models: async () => [{ id: 'acme/tiny', pricing }] }
  const catalogue = createModelCatalogue({ engines: [listed] })
  await catalogue.refresh()
  const ledger = { ...createMemoryLedger(), record: (entry: LedgerEntry) => void entries.push(entry) }
  const keys = { find: () => ({ name: 'tester' }) }
  const service = createService({ catalogue, keys, ledger })
  return { service, entries }
}

test('there are at least eight providers', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(8)
})

describe.each(fixtures)('$provider', (fixture) => {
  const { source, prices, calls } = fixture

  test('has dated sources, and bills that add up', () => {
    expect([source.date, prices.date]).toEqual([day, day])
    const sums = calls.map(({ bill }) => bill.lines.reduce((sum, { count, rate }) => sum + (count * rate) / 1e6, 0))
    for (const [at, { bill }] of calls.entries()) expect(sums[at]).toBeCloseTo(bill.dollars, 12)
  })

  test.each(
    calls.flatMap((call) => [
      [`${call.about} (whole)`, call, false] as const,
      [`${call.about} (stream)`, call, true] as const,
    ]),
  )('%s', async (_, call, stream) => {
    const reply = replies[fixture.interface][stream ? 'stream' : 'whole'](call)
    const { service, entries } = await serviceOver(fixture, reply)
    const answer = await service.fetch(
      new Request('http://parley.test/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'acme/tiny', messages: [{ role: 'user', content: 'Hi' }], stream }),
      }),
    )
    await answer.text()
    expect(entries).toEqual([expect.objectContaining({ ...call.tokens, estimated: false, outcome: 'finished' })])
    expect(entries[0]?.cost).toBeCloseTo(call.bill.dollars, 12)
  })
})
