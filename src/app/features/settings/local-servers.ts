import { diagnoseFailure } from '#app/data/calls/call-failure.ts'
import { addressSpaceOf } from '#app/data/connections/base-url.ts'
import { readConnectionModels } from '#app/data/models/read-connection-models.ts'
import { textModels } from '#app/models/text-models.ts'
import { type LocalServer, localServers } from '#dialects/providers.ts'

/** A local server that answered: the names of its chat models, or that it refuses calls from this page. */
export interface FoundServer {
  server: LocalServer
  baseUrl: string
  models: readonly string[] | 'blocked'
}

/** How long a local server may take to list its models, in milliseconds. */
const timeoutMs = 2_000

/** Whether this page may look for local servers without the browser asking for permission. */
export function mayLookUnasked(): boolean {
  return addressSpaceOf(location.hostname) === 'loopback'
}

/** Looks for servers on their default ports of this computer. Never rejects. */
export async function findLocalServers(signal: AbortSignal): Promise<FoundServer[]> {
  const found = await Promise.all(localServers.map((server) => look(server, signal)))
  return found.flatMap((each) => each ?? [])
}

async function look(server: LocalServer, signal: AbortSignal): Promise<FoundServer | undefined> {
  const baseUrl = `http://127.0.0.1:${server.port}/v1`
  // This page's own service isn't a server to connect.
  if (new URL(baseUrl).host === location.host) return undefined
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const target = { id: server.name, name: server.label, apiBase: baseUrl, key: null }
  try {
    const models = await readConnectionModels(target, location.origin, limited)
    return { server, baseUrl, models: textModels(models).map(({ name }) => name) }
  } catch {
    const reason = signal.aborted ? undefined : await diagnoseFailure(`${baseUrl}/models`, signal)
    return reason === 'cors_blocked' ? { server, baseUrl, models: 'blocked' } : undefined
  }
}
