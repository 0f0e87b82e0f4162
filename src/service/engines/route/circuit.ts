import type { Clock } from '#service/service-context.ts'
import type { RouteMember } from './route-facts.ts'

/** Failures in a row after which a member is no longer asked. */
const failuresToOpen = 10
/** How often an engine with an open circuit is probed, in milliseconds. */
export const probeMs = 15_000
/** How long a probe may take, in milliseconds. */
const probeTimeoutMs = 5000

/** One call that a member was asked. It ends once, in any of these ways; a reply that has begun is `answered` before. */
export interface CircuitCall {
  /** A reply has begun, or the request was refused for a mistake of the caller. */
  answered(): void
  /** The reply that had begun is complete. */
  completed(): void
  /** There was no answer, or the reply broke after it had begun. */
  failed(): void
  /** Nothing is known about the member: the caller disconnected, or the engine is busy. */
  abandoned(): void
}

interface Circuit {
  admit(): CircuitCall | undefined
}

/** Stops calling members of routes that fail. */
export interface Circuits {
  /** Undefined while the member isn't to be called. */
  admit(member: RouteMember): CircuitCall | undefined
}

interface CircuitsOptions {
  clock: Clock
  /** Rejects while the engine can't answer. */
  probe: (engine: string, signal: AbortSignal) => Promise<unknown>
  onChange: (member: RouteMember, isOpen: boolean) => void
}

/**
 * A circuit for each member: one model of an engine may fail while its others work. It opens after ten calls in a row without
 * an answer, or ten broken replies in a row. From then on, the engine is probed every 15 s, without any caller and for all its
 * circuits together. When a probe succeeds, one call is let through as a trial: the beginning of its reply closes the circuit,
 * its failure opens it again.
 */
export function createCircuits({ clock, probe, onChange }: CircuitsOptions): Circuits {
  const circuits = new Map<string, Circuit>()
  const answers = new Map<string, Promise<void>>()

  async function probeUntilAnswered(engine: string): Promise<void> {
    for (let isUp = false; !isUp;) {
      await clock.sleep(probeMs)
      isUp = await probe(engine, AbortSignal.timeout(probeTimeoutMs)).then(
        () => true,
        () => false,
      )
    }
    answers.delete(engine)
  }

  /** Resolves when the engine answers a probe. */
  function answerOf(engine: string): Promise<void> {
    const awaited = answers.get(engine) ?? probeUntilAnswered(engine)
    answers.set(engine, awaited)
    return awaited
  }

  return {
    admit(member) {
      const key = memberKey(member)
      const circuit =
        circuits.get(key) ??
        createCircuit(
          () => answerOf(member.engine),
          (isOpen) => onChange(member, isOpen),
        )
      circuits.set(key, circuit)
      return circuit.admit()
    },
  }
}

function createCircuit(probed: () => Promise<void>, onChange: (isOpen: boolean) => void): Circuit {
  let unanswered = 0
  let broken = 0
  let state: 'closed' | 'open' | 'trial' = 'closed'
  let isTrialRunning = false

  function open(): void {
    if (state === 'open') return
    if (state === 'closed') onChange(true)
    state = 'open'
    void probed().then(() => {
      state = 'trial'
    })
  }

  return {
    admit() {
      if (state === 'open' || (state === 'trial' && isTrialRunning)) return undefined
      let isTrial = state === 'trial'
      let isAnswered = false
      if (isTrial) isTrialRunning = true
      const endTrial = () => {
        if (isTrial) isTrialRunning = false
        isTrial = false
      }
      return {
        answered() {
          isAnswered = true
          unanswered = 0
          // A call that began before the circuit opened says nothing about the engine now.
          if (isTrial && state === 'trial') {
            state = 'closed'
            onChange(false)
          }
          endTrial()
        },
        completed() {
          broken = 0
        },
        failed() {
          const failures = isAnswered ? ++broken : ++unanswered
          if (isTrial || failures >= failuresToOpen) open()
          endTrial()
        },
        abandoned: endTrial,
      }
    },
  }
}

/** Identifies what a member asks. Members of several routes may be the same. */
export function memberKey({ engine, model }: RouteMember): string {
  return JSON.stringify([engine, model])
}
