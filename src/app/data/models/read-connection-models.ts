import type { QueryClient } from '@tanstack/react-query'
import { pageFailure, diagnoseUnansweredCall } from '#app/data/calls/call-failure.ts'
import { type ServiceCall, ServiceFailure, makeServiceCall } from '#app/data/calls/service-call.ts'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { type ConnectionTarget, isMixedContent } from '#app/data/connections/connection-target.ts'
import { providerAt } from '#dialects/providers.ts'
import { type EngineModel, assumedContextLength, readEngineModels } from '#dialects/model-list.ts'
import type { ConnectionModel } from './connection-models.ts'

/** How long a service may take to list its models, in milliseconds. */
const timeoutMs = 15_000

/**
 * Asks the service of a connection for its models. Rejects with `ServiceFailure`, whose code says why unless the service
 * itself refused, and with the signal's reason when aborted. `client` reads the list of model files again when it changes.
 */
export async function readConnectionModels(
  target: ConnectionTarget | undefined,
  pageOrigin: string,
  signal: AbortSignal,
  client?: QueryClient,
): Promise<ConnectionModel[]> {
  if (!target) throw new ServiceFailure(pageFailure('connection_removed', ''))
  const { name, apiBase, key, id } = target
  if (isMixedContent(pageOrigin, apiBase)) throw new ServiceFailure(pageFailure('mixed_content', name))
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const files = apiBase === browserBaseUrl && (await import('#app/data/model-files/page-runtime.ts'))
    const answer = files ? await files.answererFor(client) : undefined
    const response = await makeServiceCall({ ...listCall(apiBase, key), answer }, AbortSignal.any([signal, timeout]))
    const listed = readEngineModels(await response.json().catch(() => null), Math.floor(Date.now() / 1000))
    timeout.throwIfAborted()
    if (listed) return publishForPage(listed)
    throw new ServiceFailure(pageFailure('not_the_api', name))
  } catch (reason) {
    signal.throwIfAborted()
    if (timeout.aborted) throw new ServiceFailure(pageFailure('page_timeout', name))
    const isUnanswered = reason instanceof ServiceFailure && reason.detail.code === 'service_unreachable'
    throw isUnanswered && id !== null ? new ServiceFailure(await diagnoseUnansweredCall(target, signal)) : reason
  }
}

/** How to request the models of a service. Some providers want other headers for it than for a chat. */
function listCall(apiBase: string, key: string | null): ServiceCall {
  const { listing, browserHeaders } = providerAt(apiBase) ?? {}
  if (!listing || key === null) return { url: `${apiBase}/models`, key, headers: browserHeaders }
  const { query, headers } = listing(key)
  return { url: `${apiBase}/models?${query}`, key: null, headers: { ...browserHeaders, ...headers } }
}

/** The models of an engine as the page shows them, in its order, one per id. */
export function publishForPage(listed: readonly EngineModel[]): ConnectionModel[] {
  const engineIds = new Set(listed.map(({ id }) => id))
  const models = new Map<string, ConnectionModel>()
  for (const engineModel of listed) {
    const { id, publishedAs = id } = engineModel
    // Two files of the same name in different folders: the second keeps its path.
    const isTaken = publishedAs !== id && (engineIds.has(publishedAs) || models.has(publishedAs))
    const shown = isTaken ? id : publishedAs
    if (!models.has(shown)) models.set(shown, modelOf(engineModel, shown))
  }
  return [...models.values()]
}

function modelOf(engineModel: EngineModel, id: string): ConnectionModel {
  const { id: engineId, listedAs, supported_parameters: supported, list_price } = engineModel
  const { context_length: context, capabilities, lacks = [] } = engineModel
  const otherIds = [engineId, ...(listedAs === undefined ? [] : [listedAs])].filter((each) => each !== id)
  return {
    id,
    object: 'model',
    author: 'community',
    slug: id,
    name: engineModel.name ?? id,
    description: engineModel.description ?? '',
    created: engineModel.created ?? 0,
    owned_by: engineModel.owned_by ?? '',
    status: engineModel.status ?? 'active',
    visibility: 'public',
    pricing: engineModel.pricing ?? [],
    ...(list_price && { list_price }),
    context_length: context ?? assumedContextLength,
    ...(context === undefined && { context_length_known: false }),
    model_type: engineModel.model_type ?? 'text_generation',
    ...(capabilities && { capabilities: capabilities.filter((each) => !lacks.includes(each)) }),
    ...(supported && { supported_parameters: supported }),
    ...(engineId !== id && { engine_id: engineId }),
    ...(otherIds.length > 0 && { other_ids: otherIds }),
  }
}
