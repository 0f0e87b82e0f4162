import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client'
import { isErrorCode } from '#contract/errors.ts'
import { countsOf } from '#contract/rate-of.ts'
import type { ModelMeter } from '#server/models/model-runner.ts'
import type { RouteObserver } from '#service/engines/route/route-engine.ts'
import type { ReplayMeter } from '#service/replay/replay-cache.ts'
import type { Meter } from '#service/service-context.ts'

/** The service's meter, and its values in Prometheus text format 0.0.4. */
export interface Metrics {
  meter: Meter
  routes: RouteObserver
  modelMeter: ModelMeter
  replayMeter: ReplayMeter
  expose(): Promise<string>
  /** The same values as objects, from which those of several processes can be added up. */
  values(): Promise<MetricObject[]>
}

// Seconds: from a model on this machine's first token to a long reply of a slow one.
const firstChunkBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
const totalBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900]

/**
 * Metrics of this process. Label values never come from callers, so their number is bounded. `degraded` names the parts that
 * don't work as they should.
 */
export function createMetrics(degraded: () => readonly string[] = () => []): Metrics {
  const registers = [new Registry()]
  const [register] = registers
  collectDefaultMetrics({ ...(register && { register }) })

  const requests = countOften({
    registers,
    name: 'parley_requests_total',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
  })
  const chats = countOften({
    registers,
    name: 'parley_chats_total',
    help: 'Chats that reached an engine; the outcome is finished, failed or aborted (by the caller).',
    labelNames: ['model', 'engine', 'outcome'],
  })
  const forwards = new Counter({
    registers,
    name: 'parley_forwards_total',
    help: 'Requests to endpoints other than chat that reached an engine; outcomes are as for chats.',
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
    help: 'Calls of a route that fell back from an engine, with the code of its error.',
    labelNames: ['route', 'engine', 'code'],
  })
  const openCircuits = new Gauge({
    registers,
    name: 'parley_circuit_open',
    help: '1 for a model of an engine that routes leave out because it fails, 0 once it answers again.',
    labelNames: ['engine', 'model'],
    aggregator: 'max',
  })
  const tokens = countOften({
    registers,
    name: 'parley_tokens_total',
    help: 'Tokens reported by engines; the direction is input or output.',
    labelNames: ['model', 'engine', 'direction'],
  })
  const replays = new Counter({
    registers,
    name: 'parley_cache_lookups_total',
    help: 'Chats looked up in the replay cache; the result is hit or miss.',
    labelNames: ['result'],
  })
  const openStreams = new Gauge({ registers, name: 'parley_open_streams', help: 'Open streams.' })
  const degradedParts = new Gauge({
    registers,
    name: 'parley_degraded',
    help: '1 while a part (limits, store) is degraded; requests are still answered.',
    labelNames: ['part'],
    aggregator: 'max',
    collect() {
      for (const part of ['limits', 'store']) degradedParts.set({ part }, degraded().includes(part) ? 1 : 0)
    },
  })
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

  const keyCalls = countOften({
    registers,
    name: 'parley_key_calls_total',
    help: 'Calls that reached an engine, by the name of the key.',
    labelNames: ['key', 'outcome'],
  })
  const keyTokens = countOften({
    registers,
    name: 'parley_key_tokens_total',
    help: 'Tokens charged to a key, estimated where the engine reports none; the direction is input or output.',
    labelNames: ['key', 'direction'],
  })
  const keyCost = countOften({
    registers,
    name: 'parley_key_cost_dollars_total',
    help: 'US dollars charged to a key. Calls without a known price add nothing.',
    labelNames: ['key'],
  })

  return {
    modelMeter: createModelMeter(registers),
    replayMeter: { lookedUp: (result) => replays.inc({ result }) },
    meter: {
      requestAnswered: (route, method, status) => requests({ route, method, status }),
      streamOpened: () => openStreams.inc(),
      streamClosed: () => openStreams.dec(),
      chatEnded({ model, engine, outcome, firstChunkMs, totalMs, usage }) {
        const labels = { model, engine }
        chats({ ...labels, outcome })
        total.observe(labels, totalMs / 1000)
        if (firstChunkMs !== undefined) firstChunk.observe(labels, firstChunkMs / 1000)
        if (!usage) return
        const { input, output } = countsOf(usage)
        tokens({ ...labels, direction: 'input' }, input)
        tokens({ ...labels, direction: 'output' }, output)
      },
      forwardEnded({ route, model, engine, outcome, totalMs }) {
        forwards.inc({ route, model, engine, outcome })
        forwardTotal.observe({ route, model, engine }, totalMs / 1000)
      },
      callCharged({ key, outcome, input, output, cost }) {
        keyCalls({ key, outcome })
        keyTokens({ key, direction: 'input' }, input)
        keyTokens({ key, direction: 'output' }, output)
        keyCost({ key }, cost ?? 0)
      },
    },
    routes: {
      // Engines could send any number of codes of their own.
      fellBack: (route, engine, code) => fallbacks.inc({ route, engine, code: isErrorCode(code) ? code : 'other' }),
      circuitChanged: ({ engine, model }, isOpen) => openCircuits.set({ engine, model }, isOpen ? 1 : 0),
    },
    async values() {
      return (await Promise.all(registers.map((each) => each.getMetricsAsJSON()))).flat()
    },
    async expose() {
      return (await Promise.all(registers.map((each) => each.metrics()))).join('\n')
    },
  }
}

/**
 * A counter that is increased for every request. prom-client takes about a microsecond to check and find labels, so it gets the
 * sums only when they are asked for.
 */
function countOften<L extends string>(
  options: CounterConfiguration<L> & { labelNames: L[] },
): (labels: Record<L, string | number>, by?: number) => void {
  const sums = new Map<string, { labels: Record<L, string | number>; sum: number }>()
  const counter = new Counter({
    ...options,
    collect() {
      counter.reset()
      for (const { labels, sum } of sums.values()) counter.inc(labels, sum)
    },
  })
  return (labels, by = 1) => {
    const id = options.labelNames.map((name) => labels[name]).join('\0')
    const known = sums.get(id)
    // A hostile engine’s counts can add up to more than a number can hold, which prom-client refuses.
    const sum = Math.min((known?.sum ?? 0) + by, Number.MAX_VALUE)
    if (known) known.sum = sum
    else sums.set(id, { labels, sum })
  }
}

const loadBuckets = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
const speedBuckets = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** Metrics of local models. */
function createModelMeter(registers: Registry[]): ModelMeter {
  const labelNames = ['model']
  const waiting = new Gauge({
    registers,
    name: 'parley_model_queue_length',
    help: 'Chats that wait for a local model.',
  })
  const running = new Gauge({ registers, name: 'parley_model_running', help: 'Chats that local models answer now.' })
  const loaded = new Gauge({
    registers,
    name: 'parley_model_loaded',
    help: '1 for a local model in memory.',
    labelNames,
    aggregator: 'max',
  })
  const crashes = new Counter({
    registers,
    name: 'parley_model_restarts_total',
    help: 'How often the process of a local model ended by itself. It starts again with the next chat.',
    labelNames,
  })
  const load = new Histogram({
    registers,
    name: 'parley_model_load_seconds',
    help: 'From the start of a local model’s process to its readiness.',
    labelNames,
    buckets: loadBuckets,
  })
  const tokens = new Counter({
    registers,
    name: 'parley_model_tokens_total',
    help: 'Tokens that local models wrote.',
    labelNames,
  })
  const speed = new Histogram({
    registers,
    name: 'parley_model_tokens_per_second',
    help: 'Tokens per second of each reply of a local model, with the time for its prompt.',
    labelNames,
    buckets: speedBuckets,
  })
  return {
    queueChanged(waits, runs) {
      waiting.set(waits)
      running.set(runs)
    },
    loaded(model, seconds) {
      loaded.set({ model }, 1)
      load.observe({ model }, seconds)
    },
    unloaded: (model) => loaded.set({ model }, 0),
    crashed: (model) => crashes.inc({ model }),
    replied(model, count, seconds) {
      tokens.inc({ model }, count)
      if (seconds > 0) speed.observe({ model }, count / seconds)
    },
  }
}
