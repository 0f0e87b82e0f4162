import type { ConnectionTarget } from './connection-target.ts'
import { explainFailure, type Explanation } from '#app/data/calls/explain-failure.ts'
import { readConnectionModels } from '#app/data/models/read-connection-models.ts'
import { ServiceFailure } from '#app/data/calls/service-call.ts'

/** The result of testing a connection. */
export type ConnectionReport =
  | { ok: true; models: number; seconds: number }
  /** `better` is a similar base URL that works, if there is one. */
  | { ok: false; explanation: Explanation; better: string | null }

/**
 * Requests the models of a service with its key and returns the result. Rejects only with the signal's reason when
 * aborted.
 */
export async function testConnection(
  target: ConnectionTarget,
  pageOrigin: string,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const begun = performance.now()
  const outcome = await listModels(target, pageOrigin, signal)
  if (typeof outcome === 'number') return { ok: true, models: outcome, seconds: (performance.now() - begun) / 1_000 }
  const { name, apiBase, key, id } = target
  const at = { name, apiBase, sentKey: key !== null, pageOrigin, isThisServer: id === null }
  const explanation = explainFailure(outcome, at)
  const better = `${apiBase}/v1`
  const mayLackVersion = explanation.kind === 'path_not_found' || explanation.kind === 'not_the_api'
  const isBetter =
    mayLackVersion &&
    id !== null &&
    typeof (await listModels({ ...target, apiBase: better }, pageOrigin, signal)) === 'number'
  return { ok: false, explanation, better: isBetter ? better : null }
}

/** How many models a service lists, or why it doesn't. */
async function listModels(
  target: ConnectionTarget,
  pageOrigin: string,
  signal: AbortSignal,
): Promise<number | ServiceFailure> {
  try {
    return (await readConnectionModels(target, pageOrigin, signal)).length
  } catch (reason) {
    if (reason instanceof ServiceFailure) return reason
    throw reason
  }
}
