import type { Clock } from '#service/service-context.ts'

/** Failures in a row after which an engine is no longer asked. */
const failuresToOpen = 10
/** How often an engine with an open circuit is probed, in milliseconds. */
export const probeMs = 15_000
/** How long a probe may take, in milliseconds. */
const probeTimeoutMs = 5000

/** One call that an engine was asked. Exactly one of these is called, once. */
export interface CircuitCall {
  succeeded(): void
  failed(): void
  /** The caller disconnected, so nothing is known about the engine. */
  abandoned(): void
}

/** Stops calling an engine that fails. */
export interface Circuit {
  /** Undefined while the engine isn't to be called. */
  admit(): CircuitCall | undefined
  readonly isOpen: boolean
}

interface CircuitOptions {
  clock: Clock
  /** Rejects while the engine can't answer. */
  probe: (signal: AbortSignal) => Promise<unknown>
  onChange: (isOpen: boolean) => void
}

/**
 * A circuit that opens after ten failures in a row. While it is open, the engine is probed every 15 s, without any caller.
 * When a probe succeeds, one call is let through as a trial: its success closes the circuit, its failure opens it again.
 */
export function createCircuit({ clock, probe, onChange }: CircuitOptions): Circuit {
  let failures = 0
  let state: 'closed' | 'open' | 'trial' = 'closed'
  let isTrialRunning = false

  function open(): void {
    if (state === 'open') return
    const wasClosed = state === 'closed'
    state = 'open'
    if (wasClosed) onChange(true)
    void probeUntilAnswered()
  }

  async function probeUntilAnswered(): Promise<void> {
    while (state === 'open') {
      await clock.sleep(probeMs)
      const answers = await probe(AbortSignal.timeout(probeTimeoutMs)).then(
        () => true,
        () => false,
      )
      if (answers && state === 'open') state = 'trial'
    }
  }

  return {
    get isOpen() {
      return state !== 'closed'
    },
    admit() {
      if (state === 'open' || (state === 'trial' && isTrialRunning)) return undefined
      const isTrial = state === 'trial'
      if (isTrial) isTrialRunning = true
      const end = () => {
        if (isTrial) isTrialRunning = false
      }
      return {
        succeeded() {
          end()
          failures = 0
          // A call that began before the circuit opened says nothing about the engine now.
          if (!isTrial || state !== 'trial') return
          state = 'closed'
          onChange(false)
        },
        failed() {
          end()
          failures += 1
          if (isTrial || failures >= failuresToOpen) open()
        },
        abandoned: end,
      }
    },
  }
}
