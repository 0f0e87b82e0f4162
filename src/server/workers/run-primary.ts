import type { Cluster, Worker } from 'node:cluster'
import type { Config } from '#server/config/config.ts'
import { createLog } from '#server/observability/log.ts'
import { openChannel } from './channel.ts'
import type { WorkerMethods } from './join-primary.ts'
import { type MetricsOfWorkers, createMetricsOfWorkers } from './metrics-of-workers.ts'
import { type StateMethods, createWorkerState, openSharedState } from './primary-state.ts'

/** What the primary answers to each worker. */
export interface PrimaryMethods extends StateMethods {
  hello(): Welcome
  /** Metrics of all workers in Prometheus text format. */
  metrics(): Promise<string>
}

interface Welcome {
  /** The temporary key of the printed link, the same for all workers. */
  linkKey: string | undefined
  /** Only the first worker prints the startup banner. */
  isFirst: boolean
  /** The port to listen on: the first worker's, which the system chose if the setting is 0. */
  port: number
}

/** Milliseconds before an exited worker is replaced. Doubles each time, until one has run for `soundMs`. */
const backOffMs = { least: 250, most: 30_000 }
const soundMs = 60_000

/**
 * Starts `PARLEY_WORKERS` processes of this program, starts another for each that ends, and keeps what they share: the ledger
 * in files, and limits in memory. Resolves when the first worker serves; to false if it can't, after that worker has printed
 * why. A signal is passed on to the workers; the program ends with the last of them.
 */
export async function runPrimary(cluster: Cluster, config: Config, linkKey: string | undefined): Promise<boolean> {
  const log = createLog(config.logLevel)
  const shared = await openSharedState(config, log).catch((reason: unknown) => {
    process.stdout.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  })
  if (!shared) return false
  const metrics = createMetricsOfWorkers()
  // JSON can't say NaN and Infinity.
  cluster.setupPrimary({ serialization: 'advanced' })
  let isStopping = false
  let isServing = false
  let { port } = config
  let backOff = backOffMs.least

  const start = (isFirst: boolean): Worker => {
    const worker = cluster.fork()
    const startedAt = Date.now()
    connect(worker, createWorkerState(shared), metrics, { linkKey, isFirst, port })
    worker.once('exit', (code, signal) => {
      if (isStopping || (isFirst && !isServing)) return
      log.warn({ worker: worker.process.pid, code, signal }, 'worker ended; starting another')
      backOff = Date.now() - startedAt > soundMs ? backOffMs.least : Math.min(2 * backOff, backOffMs.most)
      setTimeout(() => isStopping || start(false), backOff)
    })
    return worker
  }

  const stop = (signal: NodeJS.Signals) => {
    isStopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  cluster.on('exit', () => {
    if (!isStopping || Object.keys(cluster.workers ?? {}).length > 0) return
    void shared.close().then(() => process.exit(0))
  })

  const first = start(true)
  const listening = await new Promise<number | undefined>((resolve) => {
    first.once('listening', (address) => resolve(address.port))
    first.once('exit', () => resolve(undefined))
  })
  if (listening === undefined) {
    await shared.close()
    return false
  }
  port = listening
  isServing = true
  for (let more = 1; more < config.workers; more++) start(false)
  return true
}

function connect(
  worker: Worker,
  { methods, release }: ReturnType<typeof createWorkerState>,
  metrics: MetricsOfWorkers,
  welcome: Welcome,
): void {
  const port = {
    // The worker may have exited in the meantime.
    send: (message: object) => worker.isConnected() && worker.send(message, () => {}),
    on: (_: 'message', listener: (message: unknown) => void) => worker.on('message', listener),
  }
  const ours: PrimaryMethods = { ...methods, hello: () => welcome, metrics: metrics.expose }
  metrics.add(worker.id, openChannel<WorkerMethods>(port, ours))
  // Not “exit”, which may come before the worker's last messages.
  worker.once('disconnect', () => {
    release()
    metrics.remove(worker.id)
  })
}
