import type { Config } from '#server/config/config.ts'
import { type WorkerHost, joinPrimary } from './join-primary.ts'
import { runPrimary } from './run-primary.ts'

/**
 * Serves with several processes on one port. Each worker runs the same program, comes here again and calls `serve`, which
 * resolves to whether it serves. `linkKey` is the primary's.
 */
export async function runWorkers(
  config: Config,
  linkKey: string | undefined,
  serve: (worker: WorkerHost) => Promise<boolean>,
): Promise<boolean> {
  // Not a static import, which the bundle would load in every process.
  const { default: cluster } = await import('node:cluster')
  if (cluster.isPrimary) return runPrimary(cluster, config, linkKey)
  const serves = await serve(await joinPrimary(config))
  // The connection to the primary would keep it alive.
  if (!serves) process.exit(1)
  return serves
}
