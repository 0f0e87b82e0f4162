import type { Clock } from '#service/service-context.ts'
import { type AnthropicSettings, createAnthropicEngine } from './anthropic/anthropic-engine.ts'
import { createDemoEngine } from './demo/demo-engine.ts'
import type { Engine } from './engine.ts'
import { createGgufEngine } from './gguf/gguf-engine.ts'
import type { ModelRuntime } from './gguf/model-runtime.ts'
import type { ForwardFetch } from './openai/forward.ts'
import { createOpenAIStyleEngine, type OpenAIStyleSettings } from './openai/openai-engine.ts'
import { type RouteSettings, createRouteEngine } from './route/route-engine.ts'
import type { Transport } from './openai/transport.ts'

/** The host's services for engines. */
export interface EngineTools {
  clock: Clock
  /** The HTTP transport to other servers; `fetch` if omitted. */
  transport?: Transport
  /** Sends the requests to endpoints besides chat; the global `fetch` if omitted. */
  fetch?: ForwardFetch
}

/** The settings of one engine, by `kind`. */
export type EngineSettings =
  | { kind: 'built-in' }
  | { kind: 'model-files'; runtime: ModelRuntime }
  | ({ kind: 'openai-style' } & OpenAIStyleSettings)
  | ({ kind: 'anthropic' } & AnthropicSettings)
  | ({ kind: 'routes' } & RouteSettings)

/** Creates an engine from its settings. A new kind needs one line here and one member above. */
export function createEngine(settings: EngineSettings, tools: EngineTools): Engine {
  switch (settings.kind) {
    case 'built-in':
      return createDemoEngine(tools)
    case 'model-files':
      return createGgufEngine(settings)
    case 'openai-style':
      return createOpenAIStyleEngine(settings, tools)
    case 'anthropic':
      return createAnthropicEngine(settings, tools)
    case 'routes':
      return createRouteEngine(settings, tools)
  }
}
