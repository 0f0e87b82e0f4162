import { isRecord, parseJson } from '#contract/json.ts'
import { type LocalServer, localServers } from '#dialects/providers.ts'
import type { Config } from '#server/config/config.ts'
import { cancellationOf } from '#service/cancellation.ts'
import type { Engine } from '#service/engines/engine.ts'
import type { ModelRuntime } from '#service/engines/gguf/model-runtime.ts'
import { defaultDeadlines } from '#service/engines/openai/deadlines.ts'
import { fetchTransport } from '#service/engines/openai/transport.ts'
import { openUpstream, readAll } from '#service/engines/openai/upstream.ts'
import { type EngineSettings, type EngineTools, createEngine } from '#service/engines/registry.ts'
import type { RouteSettings } from '#service/engines/route/route-engine.ts'
import { systemClock } from '#service/service-context.ts'
import { type ConfiguredEngine, uniqueName } from './configured-engines.ts'
import { createForwardFetch } from './forward-fetch.ts'
import { createUndiciTransport } from './undici-transport.ts'

interface DiscoveryOptions {
  /** Configured engines, whose addresses are skipped. */
  known: readonly ConfiguredEngine[]
  /** The port Parley listens on. */
  ownPort: number
  create: (engine: ConfiguredEngine) => Engine
  /** Called once for each engine that lists models but requires a key to chat. */
  onKeyRequired?: (engine: ConfiguredEngine) => void
  ports?: readonly LocalServer[]
  /** Per request, in milliseconds. */
  timeoutMs?: number
}

/** `locked` engines require a key to chat; undefined is no engine. */
type ProbeResult = 'open' | 'locked' | undefined

/**
 * Looks for engines on their default ports, on the loopback address only. Each call probes the ports where none was found
 * yet and resolves to the new engines; it never rejects. Engines that require a key are left out, since chats would fail,
 * and probed again, since they may be restarted without one.
 */
export function createDiscovery(options: DiscoveryOptions): () => Promise<readonly Engine[]> {
  const { known, ownPort, create, onKeyRequired, ports = localServers, timeoutMs = 300 } = options
  const configured = new Set(known.flatMap(({ baseUrl }) => loopbackPort(baseUrl) ?? []))
  const engines = [...known]
  let remaining = ports.filter(({ port }) => port !== ownPort && !configured.has(port))
  const locked = new Set<LocalServer>()

  return async () => {
    const answers = await Promise.all(
      remaining.map(async (local) => ({ local, answer: await probe(loopbackUrl(local.port), timeoutMs) })),
    )
    for (const { local, answer } of answers) {
      if (answer !== 'locked') {
        locked.delete(local)
      } else if (!locked.has(local)) {
        locked.add(local)
        onKeyRequired?.({ name: local.name, baseUrl: loopbackUrl(local.port) })
      }
    }
    const found = answers.flatMap(({ local, answer }) =>
      answer === 'open' && remaining.includes(local) ? [local] : [],
    )
    remaining = remaining.filter((local) => !found.includes(local))
    return found.map(({ name, label, port }) => {
      const engine = { name: uniqueName(name, engines), label, baseUrl: loopbackUrl(port) }
      engines.push(engine)
      return create(engine)
    })
  }
}

function loopbackUrl(port: number): string {
  return `http://127.0.0.1:${port}/v1`
}

/** The port of an address on this machine; undefined for one elsewhere. */
function loopbackPort(baseUrl: string): number | undefined {
  const { hostname, port, protocol } = new URL(baseUrl)
  const isLocal = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
  if (!isLocal) return undefined
  return Number(port || (protocol === 'https:' ? 443 : 80))
}

async function probe(baseUrl: string, timeoutMs: number): Promise<ProbeResult> {
  if (!(await listsModels(baseUrl, timeoutMs))) return undefined
  // With `--api-key`, llama.cpp still lists models without a key. A GET can't start a reply: others answer 404 or 405.
  const answer = await fetchText(`${baseUrl}/chat/completions`, timeoutMs).catch(() => undefined)
  return answer?.status === 401 || answer?.status === 403 ? 'locked' : 'open'
}

/** Other programs may use these ports too; only an engine answers with an OpenAI-style list. */
async function listsModels(baseUrl: string, timeoutMs: number): Promise<boolean> {
  try {
    const { status, text } = await fetchText(`${baseUrl}/models`, timeoutMs)
    const value = parseJson(text)
    if (status !== 200 || !isRecord(value) || value['object'] !== 'list') return false
    // Ollama sends null if it has no models yet.
    const data = value['data']
    return (
      data === null || (Array.isArray(data) && data.every((each) => isRecord(each) && typeof each['id'] === 'string'))
    )
  } catch {
    return false
  }
}

async function fetchText(url: string, timeoutMs: number): Promise<{ status: number; text: string }> {
  const request = { method: 'GET', url, headers: { accept: 'application/json' } } as const
  const cancellation = cancellationOf(AbortSignal.timeout(timeoutMs))
  const answer = await openUpstream(fetchTransport, request, cancellation, defaultDeadlines)
  return { status: answer.status, text: await readAll(answer, 4 * 1024 * 1024) }
}

/** A search, and a promise that resolves when it has ended for the first time. */
function withFirst<T>(search: () => Promise<T>): { search: () => Promise<T>; first: Promise<unknown> } {
  let end = () => {}
  const first = new Promise<void>((resolve) => {
    end = resolve
  })
  return { search: () => search().finally(end), first }
}

interface EngineOptions extends Pick<RouteSettings, 'observer' | 'reference'> {
  /** Called for each discovered engine that requires a key. */
  onKeyRequired?: (engine: ConfiguredEngine) => void
  /** Serves the model files. */
  localModels?: ModelRuntime
  traced?: EngineTracing
}

/** Adds traces to engines. */
export interface EngineTracing {
  engine(engine: Engine): Engine
  tools(tools: Required<EngineTools>): EngineTools
}

const untraced: EngineTracing = { engine: (engine) => engine, tools: (tools) => tools }

/**
 * Creates the configured engines in order of precedence, first the routes, then the built-in ones and the model files, and
 * the function that discovers further ones.
 */
export function createConfiguredEngines(
  config: Config,
  { onKeyRequired, localModels, traced = untraced, ...forRoutes }: EngineOptions = {},
): { engines: Engine[]; discover?: () => Promise<readonly Engine[]> } {
  const { connectMs, firstByteMs, idleMs, port } = config
  const tools = traced.tools({
    clock: systemClock,
    transport: createUndiciTransport({ connectMs }),
    fetch: createForwardFetch({ connectMs }),
  })
  const byName = new Map<string, Engine>()
  const remember = (settings: EngineSettings) => {
    const engine = traced.engine(createEngine(settings, tools))
    byName.set(engine.name, engine)
    return engine
  }
  const create = ({ api, ...configured }: ConfiguredEngine) => {
    const kind = api === 'anthropic' ? 'anthropic' : 'openai-style'
    return remember({ kind, deadlines: { firstByteMs, idleMs }, ...configured })
  }
  const engines = [
    remember({ kind: 'built-in' }),
    ...(localModels ? [remember({ kind: 'model-files', runtime: localModels })] : []),
    ...config.engines.map(create),
  ]
  const search =
    config.discovery === 'off'
      ? undefined
      : createDiscovery({
          known: config.engines,
          ownPort: port,
          create,
          ...(onKeyRequired && { onKeyRequired }),
        })
  const discover = search && withFirst(search)
  if (Object.keys(config.routes).length > 0) {
    const { routes, firstContentMs, models: overrides } = config
    const findEngine = (name: string) => byName.get(name)
    const searched = discover && { searched: discover.first }
    // First, so that a route may have the name of a model.
    engines.unshift(
      createEngine({ kind: 'routes', routes, firstContentMs, overrides, findEngine, ...searched, ...forRoutes }, tools),
    )
  }
  return { engines, ...(discover && { discover: discover.search }) }
}
