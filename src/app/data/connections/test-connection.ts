import type { ConnectionTarget } from './connection-target.ts'
import { explainFailure, type Explanation } from '#app/data/calls/explain-failure.ts'
import { readConnectionModels } from '#app/data/models/read-connection-models.ts'
import { ServiceFailure, makeServiceCall } from '#app/data/calls/service-call.ts'
import type { ConnectionModel } from '#app/data/models/connection-models.ts'
import { providerAt } from '#dialects/providers.ts'

/** The result of testing a connection. */
export type ConnectionReport =
  | { ok: true; models: readonly ConnectionModel[]; seconds: number }
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
  if (Array.isArray(outcome)) return { ok: true, models: outcome, seconds: (performance.now() - begun) / 1_000 }
  const { name, apiBase, key, id } = target
  const at = { name, apiBase, sentKey: key !== null, pageOrigin, isThisServer: id === null }
  const explanation = explainFailure(outcome, at)
  const better = `${apiBase}/v1`
  const mayLackVersion = explanation.kind === 'path_not_found' || explanation.kind === 'not_the_api'
  const isBetter =
    mayLackVersion && id !== null && Array.isArray(await listModels({ ...target, apiBase: better }, pageOrigin, signal))
  return { ok: false, explanation, better: isBetter ? better : null }
}

/** The models that a service lists, or why it doesn't. Also fails if the service rejects the key. */
async function listModels(
  target: ConnectionTarget,
  pageOrigin: string,
  signal: AbortSignal,
): Promise<ConnectionModel[] | ServiceFailure> {
  try {
    const models = await readConnectionModels(target, pageOrigin, signal)
    await checkKey(target, signal)
    return models
  } catch (reason) {
    if (reason instanceof ServiceFailure) return reason
    throw reason
  }
}

/** Some providers list their models without a key: asks them about it. Rejects as a call does. */
async function checkKey({ apiBase, key }: ConnectionTarget, signal: AbortSignal): Promise<void> {
  const path = providerAt(apiBase)?.keyPath
  if (path !== undefined && key !== null) await makeServiceCall({ url: `${apiBase}${path}`, key }, signal)
}
