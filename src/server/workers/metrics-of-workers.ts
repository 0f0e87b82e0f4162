import type { MetricObject } from 'prom-client'
import type { Channel } from './channel.ts'
import type { WorkerMethods } from './join-primary.ts'

/** The metrics of all workers together. */
export interface MetricsOfWorkers {
  add(id: number, worker: Channel<WorkerMethods>): void
  /** Keeps the worker's counts, so that totals never decrease. */
  remove(id: number): void
  /** Prometheus text format 0.0.4. For a worker that doesn't answer, its last known values are used. */
  expose(): Promise<string>
}

/** How long to wait for a worker, in milliseconds. */
const patienceMs = 2000

export function createMetricsOfWorkers(): MetricsOfWorkers {
  const workers = new Map<number, Channel<WorkerMethods>>()
  const last = new Map<number, MetricObject[]>()
  /** Counts of workers that have ended. */
  const ended: MetricObject[][] = []

  async function ask(id: number, worker: Channel<WorkerMethods>): Promise<void> {
    const values = await Promise.race([worker.ask('metrics'), after(patienceMs)])
    if (values && workers.has(id)) last.set(id, values)
  }

  return {
    add: (id, worker) => void workers.set(id, worker),
    remove(id) {
      workers.delete(id)
      const counts = last.get(id)?.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram')
      if (counts) ended.push(counts)
      last.delete(id)
    },
    async expose() {
      // Only the processes that have workers need it.
      const { AggregatorRegistry } = await import('prom-client')
      await Promise.all([...workers].map(([id, worker]) => ask(id, worker)))
      if (ended.length > 1) ended.splice(0, ended.length, AggregatorRegistry.aggregate(ended).getMetricsAsArray())
      return AggregatorRegistry.aggregate([...ended, ...last.values()]).metrics()
    },
  }
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref())
}
