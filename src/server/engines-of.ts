import { systemClock } from '#service/clock.ts'
import type { Engine } from '#service/engines/engine.ts'
import { createEngine, type EngineSettings } from '#service/engines/registry.ts'
import type { Config } from './config.ts'

/** The engines that the settings name, in order of precedence. */
export function enginesOf({ engine, firstByteMs, idleMs }: Config): Engine[] {
  const settings: EngineSettings[] = [{ kind: 'built-in' }]
  if (engine) {
    settings.push({
      kind: 'openai-style',
      name: new URL(engine.baseUrl).host,
      deadlines: { firstByteMs, idleMs },
      ...engine,
    })
  }
  return settings.map((each) => createEngine(each, { clock: systemClock }))
}
