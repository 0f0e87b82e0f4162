import { createModelCatalogue } from './catalogue/catalogue.ts'
import { createService } from './create-service.ts'
import type { Engine } from './engines/engine.ts'
import type { KeyRing } from './state/keys-and-limits.ts'
import type { Log } from './service-context.ts'

/** The key that the test service accepts. */
export const callerKey = 'good-key'

const keys: KeyRing = { find: (key) => (key === callerKey ? { name: 'tester' } : undefined) }

export interface LogLine {
  level: string
  message: string
  fields: Record<string, unknown>
}

/** Starts a service over these engines, with their models loaded and its log recorded. */
export async function startTestService(
  engines: readonly Engine[],
  options: Partial<Parameters<typeof createService>[0]> = {},
) {
  const lines: LogLine[] = []
  const level = (name: string) => (fields: Record<string, unknown>, message: string) => {
    lines.push({ level: name, message, fields })
  }
  const log: Log = { info: level('info'), warn: level('warn'), error: level('error') }
  const catalogue = createModelCatalogue({ engines })
  await catalogue.refresh()
  const service = createService({ catalogue, keys, log, ...options })

  return {
    service,
    catalogue,
    lines,
    /** Requests a path, by default with the accepted key. */
    get: (path: string, headers: Record<string, string> = { authorization: `Bearer ${callerKey}` }, method = 'GET') =>
      service.fetch(new Request(`http://parley.test${path}`, { method, headers })),
    /** Posts a chat with the accepted key and defaults for missing fields. */
    chat: (body: Record<string, unknown> = {}, init: RequestInit = {}) =>
      service.fetch(
        new Request('http://parley.test/v1/chat/completions', {
          method: 'POST',
          headers: { authorization: `Bearer ${callerKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'acme/tiny', messages: [{ role: 'user', content: 'Hi' }], ...body }),
          ...init,
        }),
      ),
  }
}
