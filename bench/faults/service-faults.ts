import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { PlannedFault } from '#testing/fault-injection/plan-fault.ts'
import { abortRequests } from '#testing/fault-injection/abort-requests.ts'
import { listen } from '#server/http/http-server.ts'
import { startPlannedFaultEngine, type FaultEngine } from '#testing/fault-injection/planned-fault-engine.ts'
import { createSeededRandom } from '#testing/fault-injection/seeded-random.ts'
import { runPlannedFaults, type FaultFindings } from '#testing/fault-injection/run-planned-faults.ts'
import { startInstrumentedParley, type InstrumentedParley } from '#testing/fault-injection/instrumented-parley.ts'

/** The service's deadline for engines in milliseconds, short so that ten thousand faults take minutes. */
const deadlineMs = 1200
/** Keep-alive connections to engines close after a few idle seconds. */
const restMs = 20_000

export interface ServiceFindings {
  faults: FaultFindings
  redirectsFollowed: number
  aborts: { count: number; openOnEngine: number; openInService: number }
  memory: { count: number; before: number; after: number }
  isAlive: boolean
}

interface ServiceFaultsOptions {
  seed: number
  faults: number
  aborts: number
  plain: number
}

/** Runs everything that needs no browser against one service that is never restarted. */
export async function runServiceFaults({
  seed,
  faults,
  aborts,
  plain,
}: ServiceFaultsOptions): Promise<ServiceFindings> {
  const plannedFaults = new Map<number, PlannedFault>()
  const engine = await startPlannedFaultEngine(plannedFaults, ['faulty'])
  const parley = await startInstrumentedParley(engine.port, deadlineMs)
  const canary = await startCanary()
  try {
    const { baseUrl, key } = parley
    const random = createSeededRandom(seed)
    const found = await runPlannedFaults({
      baseUrl,
      key,
      plannedFaults,
      random,
      count: faults,
      concurrency: 64,
      redirectTarget: canary.address,
    })
    await abortRequests({ baseUrl, key, count: aborts, concurrency: 50 })
    const left = await connectionsAfterIdle(engine, parley)
    // Warm up compiled code, connections and counters before measuring.
    await sendPlainChats(parley, 1000)
    const before = await parley.heapBytes()
    await sendPlainChats(parley, plain)
    const after = await parley.heapBytes()
    return {
      faults: found,
      redirectsFollowed: canary.visits(),
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

async function connectionsAfterIdle(engine: FaultEngine, parley: InstrumentedParley) {
  const until = performance.now() + restMs
  while (performance.now() < until && (engine.openConnections() > 0 || (await parley.openSockets()) > 0))
    await pause(100)
  return { openOnEngine: engine.openConnections(), openInService: await parley.openSockets() }
}

const atOnce = 16

/** Sends `count` successful chats, alternately streamed and not. Rejects if one fails. */
async function sendPlainChats({ baseUrl, key }: InstrumentedParley, count: number): Promise<void> {
  let begun = 0
  const work = async () => {
    while (begun < count) {
      const stream = begun++ % 2 === 0
      const response = await fetch(`${baseUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'community/faulty', stream, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      const body = await response.text()
      if (!body.includes('Whole.')) throw new Error(`A plain request was answered ${response.status}: ${body}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** The target of redirects, which must never be requested. */
async function startCanary() {
  let visits = 0
  const server = createServer((_, response) => {
    visits++
    response.end()
  })
  const port = await listen(server, '127.0.0.1', 0)
  return {
    address: `http://127.0.0.1:${port}/v1/chat/completions`,
    visits: () => visits,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
