import type { Clock } from '#service/service-context.ts'
import { createBuiltInEngine } from './demo/demo-engine.ts'
import type { Engine } from './engine.ts'
import { createOpenAIStyleEngine, type OpenAIStyleSettings } from './openai/openai-engine.ts'
import type { Transport } from './openai/transport.ts'

/** What engines may need of their host. */
export interface EngineTools {
  clock: Clock
  /** How bytes travel to servers elsewhere; `fetch` when left out. */
  transport?: Transport
}

/** The settings of one engine; `kind` says which. */
export type EngineSettings = { kind: 'built-in' } | ({ kind: 'openai-style' } & OpenAIStyleSettings)

/** Makes the engine that the settings describe. A new kind of engine is one line here and one member above. */
export function createEngine(settings: EngineSettings, tools: EngineTools): Engine {
  switch (settings.kind) {
    case 'built-in':
      return createBuiltInEngine(tools)
    case 'openai-style':
      return createOpenAIStyleEngine(settings, tools)
  }
}
