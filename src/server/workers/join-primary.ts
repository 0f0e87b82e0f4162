import type { MetricObject } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import type { Limits } from '#server/state/open-limits.ts'
import type { Ledger } from '#service/state/ledger.ts'
import { openChannel } from './channel.ts'
import type { PrimaryMethods } from './run-primary.ts'
import { createRemoteLedger, createRemoteLimits } from './worker-state.ts'

/** What a process gets from the primary when it is one of several workers. */
export interface WorkerHost {
  readonly linkKey: string | undefined
  /** Only the first worker prints the startup banner. */
  readonly isFirst: boolean
  /** Where to listen. */
  readonly port: number
  /** Set if the primary keeps the ledger, because a file ledger supports only one process. */
  readonly ledger: Ledger | undefined
  /** Set if the primary keeps the limits. */
  readonly limits: Limits | undefined
  /** Takes the metrics of this process. Returns those of all, in Prometheus text format. */
  joinMetrics(own: () => Promise<MetricObject[]>): () => Promise<string>
  /** Resolves when the primary has everything that was sent so far. */
  close(): Promise<void>
}

/** What a worker answers to the primary. */
export interface WorkerMethods {
  metrics(): Promise<MetricObject[]>
}

/** Makes this process one of the workers of its primary process. */
export async function joinPrimary({
  limits,
  store,
  requestsPerMinute,
}: Pick<Config, 'limits' | 'store' | 'requestsPerMinute'>): Promise<WorkerHost> {
  let ownMetrics: WorkerMethods['metrics'] = async () => []
  const ours: WorkerMethods = { metrics: () => ownMetrics() }
  const port = {
    // The primary may end first, and this process with it.
    send: (message: object) => process.connected && process.send?.(message, undefined, undefined, () => {}),
    on: (_: 'message', listener: (message: unknown) => void) => process.on('message', listener),
  }
  const primary = openChannel<PrimaryMethods>(port, ours)
  const { linkKey, isFirst, port: sharedPort } = await primary.ask('hello')
  return {
    linkKey,
    isFirst,
    port: sharedPort,
    ledger: store.startsWith('file:') ? createRemoteLedger(primary) : undefined,
    limits: limits === 'memory' ? createRemoteLimits(primary, requestsPerMinute) : undefined,
    joinMetrics(own) {
      ownMetrics = own
      return () => primary.ask('metrics')
    },
    close: () => primary.ask('finish'),
  }
}
