import { createHttpServer, listen } from '#server/http/http-server.ts'
import { createHashedKeyRing, hashKey } from '#server/state/key-ring.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { createService } from '#service/create-service.ts'
import type { Engine } from '#service/engines/engine.ts'
import type { Log } from '#service/service-context.ts'
import type { ReplayCache } from '#service/replay/replay-cache.ts'
import type { RequestLog } from '#service/state/request-log.ts'
import type { KeyStore } from '#service/state/key-store.ts'
import type { KeyRing } from '#service/state/keys-and-limits.ts'
import type { Ledger } from '#service/state/ledger.ts'
import type { McpRelay } from '#service/api/mcp.ts'
import type { HostState } from '#service/api/health.ts'

/** The key that the test server accepts. */
export const validKey = 'good-key'

/** Starts a server with these engines on a free port, without a page. */
export async function startParley(
  engines: readonly Engine[],
  options: {
    maxBodyBytes?: number
    keepAliveMs?: number
    host?: HostState
    mcp?: McpRelay
    keys?: KeyRing
    keyStore?: KeyStore
    replayCache?: ReplayCache
    ledger?: Ledger
    requestLog?: RequestLog
  } = {},
) {
  const lines: { message: string; fields: Record<string, unknown> }[] = []
  const keep = (fields: Record<string, unknown>, message: string) => {
    lines.push({ message, fields })
  }
  const log: Log = { info: keep, warn: keep, error: keep }
  const catalogue = createModelCatalogue({ engines })
  await catalogue.refresh()
  const keys = createHashedKeyRing([hashKey('tester', validKey)])
  const service = createService({ catalogue, keys, log, ...options })
  const server = createHttpServer(service, () => false)
  const port = await listen(server, '127.0.0.1', 0)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    /** Log lines so far. */
    lines,
    /** Posts a chat with the valid key. */
    chat: (body: Record<string, unknown>, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${validKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], ...body }),
        ...init,
      }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
