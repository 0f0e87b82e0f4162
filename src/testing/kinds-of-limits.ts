import { EventEmitter } from 'node:events'
import { silentLog, type Clock } from '#service/service-context.ts'
import { createRateLimit } from '#service/state/keys-and-limits.ts'
import { type DailyUsage, type Ledger, createMemoryLedger, sumSpent } from '#service/state/ledger.ts'
import { createSpending } from '#service/state/spending.ts'
import { startRedisServer } from './redis-server.ts'
import type { Limits } from '#server/state/open-limits.ts'
import { openSharedLimits } from '#server/state/valkey/open-shared-limits.ts'
import { type Port, openChannel } from '#server/workers/channel.ts'
import { type StateMethods, createWorkerState } from '#server/workers/primary-state.ts'
import { createRemoteLimits } from '#server/workers/worker-state.ts'

interface Opening {
  clock: Clock
  requestsPerMinute?: number
  /** What the ledger knows when the limits are opened. */
  spent?: readonly Pick<DailyUsage, 'day' | 'key' | 'cost'>[]
}

/** Limits of one kind, for tests that hold for every kind. */
export interface LimitsUnderTest {
  /** Each time without what was counted before. */
  open(opening: Opening): Promise<Limits>
  close(): Promise<void>
}

/** The kinds of limits, by their names. */
export const kindsOfLimits: readonly [name: string, start: () => Promise<LimitsUnderTest>][] = [
  ['memory', startMemory],
  ['Valkey', startValkey],
  ['a primary process', startPrimary],
]

async function startMemory(): Promise<LimitsUnderTest> {
  return {
    open: async ({ clock, requestsPerMinute = 0, spent }) => ({
      rateLimit: createRateLimit(clock, requestsPerMinute),
      spending: createSpending(clock, spent),
      problem: () => undefined,
      close: async () => {},
    }),
    close: async () => {},
  }
}

async function startValkey(): Promise<LimitsUnderTest> {
  const server = await startRedisServer('--databases', '1000')
  const opened: Limits[] = []
  return {
    async open({ clock, requestsPerMinute = 0, spent = [] }) {
      const limits = await openSharedLimits({
        url: `${server.url}/${opened.length}`,
        requestsPerMinute,
        reservationMs: 60_000,
        ledger: ledgerOf(spent),
        spent: [],
        log: silentLog,
        clock,
      })
      opened.push(limits)
      return limits
    },
    async close() {
      for (const limits of opened) await limits.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** As in a worker, with messages that cross no process. */
async function startPrimary(): Promise<LimitsUnderTest> {
  return {
    async open({ clock, requestsPerMinute = 0, spent }) {
      const [ofPrimary, ofWorker] = [new EventEmitter(), new EventEmitter()]
      const portTo = (other: EventEmitter, own: EventEmitter): Port => ({
        send: (message) => setImmediate(() => other.emit('message', structuredClone(message))),
        on: (event, listener) => own.on(event, listener),
      })
      const rateLimit = createRateLimit(clock, requestsPerMinute)
      const state = { ledger: createMemoryLedger(), rateLimit, spending: createSpending(clock, spent) }
      openChannel(portTo(ofWorker, ofPrimary), createWorkerState(state).methods)
      const primary = openChannel<StateMethods>(portTo(ofPrimary, ofWorker), {})
      return createRemoteLimits(primary, requestsPerMinute, clock)
    },
    close: async () => {},
  }
}

/** A ledger that knows these sums. */
function ledgerOf(spent: NonNullable<Opening['spent']>): Pick<Ledger, 'spentBy'> {
  const ledger = createMemoryLedger()
  const tokens = { input: 0, cached: 0, output: 0, reasoning: 0, estimated: false }
  const about = { model: 'acme/tiny', engine: 'stub', outcome: 'finished' as const, firstMs: null, totalMs: 1 }
  for (const [index, { day, key, cost }] of spent.entries()) {
    ledger.record({ id: String(index), time: Date.parse(day), key, cost, ...about, ...tokens })
  }
  return { spentBy: (key, day) => sumSpent(ledger.daily, key, day) }
}
