import { systemClock } from '#service/service-context.ts'
import type { Engine } from '#service/engines/engine.ts'
import { createEngine } from '#service/engines/registry.ts'
import type { Config } from './config.ts'
import type { ConfiguredEngine } from './configured-engines.ts'
import { createDiscovery } from './discovery.ts'
import { createUndiciTransport } from './undici-transport.ts'

/**
 * The engines that the settings name, in order of precedence, and how those are found that they do not name. `onLocked`
 * is called for each that is found but wants a key.
 */
export function enginesOf(
  config: Config,
  onLocked?: (engine: ConfiguredEngine) => void,
): { engines: Engine[]; discover?: () => Promise<readonly Engine[]> } {
  const { connectMs, firstByteMs, idleMs, port } = config
  const tools = { clock: systemClock, transport: createUndiciTransport({ connectMs }) }
  const make = (configured: ConfiguredEngine) =>
    createEngine({ kind: 'openai-style', deadlines: { firstByteMs, idleMs }, ...configured }, tools)
  const engines = [createEngine({ kind: 'built-in' }, tools), ...config.engines.map(make)]
  if (config.discovery === 'off') return { engines }
  return {
    engines,
    discover: createDiscovery({ known: config.engines, ownPort: port, make, ...(onLocked && { onLocked }) }),
  }
}
