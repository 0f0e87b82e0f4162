import { setTimeout as pause } from 'node:timers/promises'
import type { Order } from '#testing/campaign/draw-order.ts'
import { leaveEarly } from '#testing/campaign/leave-early.ts'
import { startOrderEngine, type OrderEngine } from '#testing/campaign/order-engine.ts'
import { createRandom } from '#testing/campaign/random.ts'
import { runOrders, type Findings } from '#testing/campaign/run-orders.ts'
import { startWatchedParley, type WatchedParley } from '#testing/campaign/watched-parley.ts'
import { startCanary } from './canary.ts'
import { askPlainly } from './ask-plainly.ts'

/** Towards engines, in milliseconds: short, so that ten thousand faults take minutes. */
const deadlineMs = 1200
/** Kept-alive connections to engines are let go after a few seconds of rest. */
const restMs = 20_000

export interface ServiceFindings {
  faults: Findings
  /** Requests that followed a redirect of the engine; none may. */
  strayed: number
  aborts: { count: number; openOnEngine: number; openInService: number }
  memory: { count: number; before: number; after: number }
  isAlive: boolean
}

interface Counts {
  seed: number
  faults: number
  aborts: number
  plain: number
}

/** Runs everything that needs no browser, in front of one service that is never restarted. */
export async function runServiceCampaign({ seed, faults, aborts, plain }: Counts): Promise<ServiceFindings> {
  const orders = new Map<number, Order>()
  const engine = await startOrderEngine(orders, ['faulty'])
  const parley = await startWatchedParley(engine.port, deadlineMs)
  const canary = await startCanary()
  try {
    const { baseUrl, key } = parley
    const random = createRandom(seed)
    const found = await runOrders({
      baseUrl,
      key,
      orders,
      random,
      count: faults,
      atOnce: 64,
      elsewhere: canary.address,
    })
    await leaveEarly({ baseUrl, key, count: aborts, atOnce: 50 })
    const left = await openAfterRest(engine, parley)
    // The first thousand fill what is kept on purpose: code that is compiled, connections, counters.
    await askPlainly(parley, 1000)
    const before = await parley.heap()
    await askPlainly(parley, plain)
    const after = await parley.heap()
    return {
      faults: found,
      strayed: canary.visits(),
      aborts: { count: aborts, ...left },
      memory: { count: plain, before, after },
      isAlive: parley.isAlive(),
    }
  } finally {
    await parley.stop()
    canary.close()
    engine.close()
  }
}

async function openAfterRest(engine: OrderEngine, parley: WatchedParley) {
  const until = performance.now() + restMs
  while (performance.now() < until && (engine.open() > 0 || (await parley.sockets()) > 0)) await pause(100)
  return { openOnEngine: engine.open(), openInService: await parley.sockets() }
}
