import { drawOrder, type FaultKind, type Order } from '#testing/campaign/draw-order.ts'
import type { CampaignRandom } from '#testing/campaign/random.ts'
import type { WireFault } from './faulty-wire.ts'

const ofEngine = [
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
const ofWire = [
  'cut',
  'reset',
  'garbage',
  'drip',
  'pause',
  'sleep',
  'refuse',
] as const satisfies readonly WireFault['kind'][]

/** What the page meets when it sends a message. */
export interface PageFault {
  name: string
  /** What the engine does. */
  order: Order
  wire?: WireFault
  /** Whether the service is killed in mid-stream and started again. */
  restarts: boolean
}

/** Of this many faults one is a restart of the service, which takes longer than all the others. */
const restartEvery = 25
/** Nearly all answers of a campaign are as long, in bytes, head included. */
const lengthOfAnswer = 1200

/** Draws the next fault: of the engine and of the wire in turn, and a restart now and then. */
export function drawPageFault(random: CampaignRandom, number: number): PageFault {
  if (number % restartEvery === restartEvery - 1) {
    const order = streamed(random, number, 'stall')
    return { name: 'service: restart', order, restarts: true }
  }
  if (number % 2 === 0) {
    const kind = random.pick(ofEngine)
    return { name: `engine: ${kind}`, order: streamed(random, number, kind), restarts: false }
  }
  const wire = { kind: random.pick(ofWire), at: random.below(lengthOfAnswer) }
  return { name: `wire: ${wire.kind}`, order: streamed(random, number, 'none'), wire, restarts: false }
}

/** The page only ever asks for streams. */
function streamed(random: CampaignRandom, number: number, kind: FaultKind): Order {
  for (;;) {
    const order = drawOrder(random, number, kind, 'http://127.0.0.1:9/')
    if (order.stream) return order
  }
}
