import { createModelCatalogue } from './catalogue/catalogue.ts'
import { createService } from './create-service.ts'
import type { Engine } from './engines/engine.ts'
import type { KeyRing } from './state/keys-and-limits.ts'
import type { Log } from './service-context.ts'

/** The key that a test's service accepts. */
export const goodKey = 'good-key'

const keys: KeyRing = { find: (key) => (key === goodKey ? { name: 'tester' } : undefined) }

interface LogLine {
  level: string
  message: string
  fields: Record<string, unknown>
}

/** A service over these engines, whose models are known and whose log can be read. */
export async function runService(
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
    /** Asks for a path with the good key, unless the headers say otherwise. */
    get: (path: string, headers: Record<string, string> = { authorization: `Bearer ${goodKey}` }, method = 'GET') =>
      service.fetch(new Request(`http://parley.test${path}`, { method, headers })),
    /** Posts a chat with the good key; what is not told is filled in. */
    chat: (body: Record<string, unknown> = {}, init: RequestInit = {}) =>
      service.fetch(
        new Request('http://parley.test/v1/chat/completions', {
          method: 'POST',
          headers: { authorization: `Bearer ${goodKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'acme/tiny', messages: [{ role: 'user', content: 'Hi' }], ...body }),
          ...init,
        }),
      ),
  }
}
