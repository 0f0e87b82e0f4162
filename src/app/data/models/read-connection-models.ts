import { pageFailure, diagnoseUnansweredCall } from '#app/data/calls/call-failure.ts'
import { ServiceFailure, makeServiceCall } from '#app/data/calls/service-call.ts'
import { type ConnectionTarget, isMixedContent } from '#app/data/connections/connection-target.ts'
import type { Model } from '#contract/model.ts'
import { readForeignModels } from './read-foreign-models.ts'

/** How long a service may take to list its models, in milliseconds. */
const patience = 15_000

/**
 * The models of a service, in the shape of whichever kind it is. Rejects with `ServiceFailure`, of which the code
 * tells why where it was not the service that refused, and with the signal's reason when aborted.
 */
export async function readConnectionModels(
  target: ConnectionTarget | undefined,
  pageOrigin: string,
  signal: AbortSignal,
): Promise<Model[]> {
  if (!target) throw new ServiceFailure(pageFailure('connection_removed', ''))
  const { name, apiBase, key, id } = target
  if (isMixedContent(pageOrigin, apiBase)) throw new ServiceFailure(pageFailure('mixed_content', name))
  const late = AbortSignal.timeout(patience)
  try {
    const response = await makeServiceCall({ url: `${apiBase}/models`, key }, AbortSignal.any([signal, late]))
    const models = readForeignModels(await response.json().catch(() => null))
    late.throwIfAborted()
    if (models) return models
    throw new ServiceFailure(pageFailure('not_the_api', name))
  } catch (reason) {
    signal.throwIfAborted()
    if (late.aborted) throw new ServiceFailure(pageFailure('page_timeout', name))
    const isUnanswered = reason instanceof ServiceFailure && reason.detail.code === 'service_unreachable'
    throw isUnanswered && id !== null ? new ServiceFailure(await diagnoseUnansweredCall(target, signal)) : reason
  }
}
