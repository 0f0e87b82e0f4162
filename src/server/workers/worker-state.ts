import type { Limits } from '#server/state/open-limits.ts'
import { systemClock } from '#service/service-context.ts'
import { createRateLimit, noHeaders } from '#service/state/keys-and-limits.ts'
import type { Ledger } from '#service/state/ledger.ts'
import { hasSpendingLimit } from '#service/state/spending.ts'
import type { Channel } from './channel.ts'
import type { StateMethods } from './primary-state.ts'

/** The ledger of the primary process. */
export function createRemoteLedger(primary: Channel<StateMethods>): Ledger {
  return {
    begin: (call) => primary.tell('begin', call),
    record: (entry) => primary.tell('record', entry),
    daily: (from, to, key) => primary.ask('daily', from, to, key),
    spentBy: (key, day) => primary.ask('spentBy', key, day),
  }
}

/** The limits of the primary process. Requests of keys without limits don't wait for it. */
export function createRemoteLimits(
  primary: Channel<StateMethods>,
  requestsPerMinute: number,
  clock = systemClock,
): Limits {
  /** The primary's latest counts, for response headers. */
  const counted = createRateLimit(clock, requestsPerMinute)
  return {
    rateLimit: {
      count(caller) {
        const limit = caller.terms?.requests_per_minute ?? requestsPerMinute
        if (limit === 0) return undefined
        return primary.ask('count', caller).then((resetMs) => counted.adopt(caller, resetMs))
      },
      headersOf: (caller) => counted.headersOf(caller),
    },
    spending: {
      reserve(caller, greatest) {
        if (!hasSpendingLimit(caller)) {
          return { headers: noHeaders, settle: once((charge) => primary.tell('spend', caller, charge)) }
        }
        return primary.ask('reserve', caller, greatest()).then(({ id, headers }) => ({
          headers,
          settle: once((charge) => primary.tell('settle', id, charge)),
        }))
      },
    },
    problem: () => undefined,
    close: async () => {},
  }
}

function once<Value>(act: (value: Value) => void): (value: Value) => void {
  let isDone = false
  return (value) => {
    if (isDone) return
    isDone = true
    act(value)
  }
}
