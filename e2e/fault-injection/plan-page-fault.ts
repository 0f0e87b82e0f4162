import { planFault, type FaultKind, type PlannedFault } from '#testing/fault-injection/plan-fault.ts'
import type { SeededRandom } from '#testing/fault-injection/seeded-random.ts'
import type { WireFault } from './faulty-proxy.ts'

const engineFaultKinds = [
  'cut',
  'reset',
  'stall',
  'drip',
  'duplicate',
  'reorder',
  'garbage frame',
  'garbage tail',
  'status',
] as const satisfies readonly FaultKind[]
const wireFaultKinds = [
  'cut',
  'reset',
  'garbage',
  'drip',
  'pause',
  'sleep',
  'refuse',
] as const satisfies readonly WireFault['kind'][]

/** What goes wrong while the page receives one reply. */
export interface PageFault {
  name: string
  engineFault: PlannedFault
  wire?: WireFault
  /** Whether the service is killed mid-stream and restarted. */
  restarts: boolean
}

/** One in this many is a restart of the service, the slowest fault. */
const restartEvery = 25
/** About the length of a response in bytes, head included. */
const lengthOfAnswer = 1200

/** Plans the next fault: alternating between engine and connection, with a restart now and then. */
export function planPageFault(random: SeededRandom, number: number): PageFault {
  if (number % restartEvery === restartEvery - 1) {
    const planned = planStreamedFault(random, number, 'stall')
    return { name: 'service: restart', engineFault: planned, restarts: true }
  }
  if (number % 2 === 0) {
    const kind = random.pick(engineFaultKinds)
    return { name: `engine: ${kind}`, engineFault: planStreamedFault(random, number, kind), restarts: false }
  }
  const wire = { kind: random.pick(wireFaultKinds), at: random.integer(lengthOfAnswer) }
  return { name: `wire: ${wire.kind}`, engineFault: planStreamedFault(random, number, 'none'), wire, restarts: false }
}

/** The page always streams. */
function planStreamedFault(random: SeededRandom, number: number, kind: FaultKind): PlannedFault {
  for (;;) {
    const planned = planFault(random, number, kind, 'http://127.0.0.1:9/')
    if (planned.stream) return planned
  }
}
