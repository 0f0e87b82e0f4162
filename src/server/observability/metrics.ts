import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { isErrorCode } from '#contract/errors.ts'
import type { RouteObserver } from '#service/engines/route/route-engine.ts'
import type { Meter } from '#service/service-context.ts'

/** The service's meter, and its values in Prometheus text format 0.0.4. */
export interface Metrics {
  meter: Meter
  routes: RouteObserver
  expose(): Promise<string>
}

// Seconds: from a model on this machine's first token to a long reply of a slow one.
const firstChunkBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
const totalBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900]

/** Metrics of this process. Label values never come from callers, so their number is bounded. */
export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const [register] = registers
  collectDefaultMetrics({ ...(register && { register }) })

  const requests = new Counter({
    registers,
    name: 'parley_requests_total',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
  })
  const chats = new Counter({
    registers,
    name: 'parley_chats_total',
    help: 'Chats that reached an engine; the outcome is finished, failed or aborted (by the caller).',
    labelNames: ['model', 'engine', 'outcome'],
  })
  const forwards = new Counter({
    registers,
    name: 'parley_forwards_total',
    help: 'Requests to other endpoints than chat that reached an engine; the outcome is as for chats.',
    labelNames: ['route', 'model', 'engine', 'outcome'],
  })
  const forwardTotal = new Histogram({
    registers,
    name: 'parley_forward_seconds',
    help: 'From the checked request to the end of a forwarded answer, whatever the outcome.',
    labelNames: ['route', 'model', 'engine'],
    buckets: totalBuckets,
  })
  const fallbacks = new Counter({
    registers,
    name: 'parley_fallbacks_total',
    help: 'Calls of a route that moved on from an engine, with the code of its error.',
    labelNames: ['route', 'engine', 'code'],
  })
  const openCircuits = new Gauge({
    registers,
    name: 'parley_circuit_open',
    help: '1 for an engine that routes leave out because it fails, 0 once it answers again.',
    labelNames: ['engine'],
  })
  const tokens = new Counter({
    registers,
    name: 'parley_tokens_total',
    help: 'Tokens reported by engines; the direction is input or output.',
    labelNames: ['model', 'engine', 'direction'],
  })
  const openStreams = new Gauge({ registers, name: 'parley_open_streams', help: 'Open streams.' })
  const firstChunk = new Histogram({
    registers,
    name: 'parley_first_chunk_seconds',
    help: 'From the checked request to the engine’s first chunk of a streamed reply.',
    labelNames: ['model', 'engine'],
    buckets: firstChunkBuckets,
  })
  const total = new Histogram({
    registers,
    name: 'parley_chat_seconds',
    help: 'From the checked request to the end of the reply, whatever the outcome.',
    labelNames: ['model', 'engine'],
    buckets: totalBuckets,
  })

  return {
    meter: {
      requestAnswered: (route, method, status) => requests.inc({ route, method, status }),
      streamOpened: () => openStreams.inc(),
      streamClosed: () => openStreams.dec(),
      chatEnded({ model, engine, outcome, firstChunkMs, totalMs, usage }) {
        const labels = { model, engine }
        chats.inc({ ...labels, outcome })
        total.observe(labels, totalMs / 1000)
        if (firstChunkMs !== undefined) firstChunk.observe(labels, firstChunkMs / 1000)
        if (!usage) return
        tokens.inc({ ...labels, direction: 'input' }, usage.prompt_tokens)
        tokens.inc({ ...labels, direction: 'output' }, usage.completion_tokens)
      },
      forwardEnded({ route, model, engine, outcome, totalMs }) {
        forwards.inc({ route, model, engine, outcome })
        forwardTotal.observe({ route, model, engine }, totalMs / 1000)
      },
    },
    routes: {
      // An engine's own codes could be without number.
      fellBack: (route, engine, code) => fallbacks.inc({ route, engine, code: isErrorCode(code) ? code : 'other' }),
      circuitChanged: (engine, isOpen) => openCircuits.set({ engine }, isOpen ? 1 : 0),
    },
    async expose() {
      return (await Promise.all(registers.map((each) => each.metrics()))).join('\n')
    },
  }
}
