import { isRecord, parseJson } from '#contract/json.ts'
import type { Config } from '#server/config/config.ts'
import { cancellationOf } from '#service/cancellation.ts'
import type { Engine } from '#service/engines/engine.ts'
import { defaultDeadlines } from '#service/engines/openai/deadlines.ts'
import { fetchTransport } from '#service/engines/openai/transport.ts'
import { openUpstream, readAll } from '#service/engines/openai/upstream.ts'
import { createEngine } from '#service/engines/registry.ts'
import { systemClock } from '#service/service-context.ts'
import { type ConfiguredEngine, freeName } from './configured-engines.ts'
import { createUndiciTransport } from './undici-transport.ts'

/** A program that people run on their own machine, and the port on which it listens unless told otherwise. */
interface LocalEngine {
  readonly name: string
  readonly port: number
}

const usualPorts: readonly LocalEngine[] = [
  { name: 'ollama', port: 11_434 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'lm-studio', port: 1234 },
  { name: 'vllm', port: 8000 },
]

interface DiscoveryOptions {
  /** Engines that need not be found. */
  known: readonly ConfiguredEngine[]
  /** Where Parley itself listens. */
  ownPort: number
  make: (engine: ConfiguredEngine) => Engine
  /** Called once for each engine that lists models but wants a key to chat. */
  onLocked?: (engine: ConfiguredEngine) => void
  ports?: readonly LocalEngine[]
  /** How long each may take to answer, in milliseconds. */
  timeoutMs?: number
}

/** What answers at an address: an engine, one that wants a key before it chats, or nothing of the kind. */
type Found = 'open' | 'locked' | undefined

/**
 * Looks on this machine's loopback address, and nowhere else, for engines on their usual ports. Each call asks those ports
 * at once on which none was found yet, and resolves to what is new there; it never rejects. An engine that wants a key is
 * left out, since every chat with its models would fail; it's asked again, as it may be restarted without one.
 */
export function createDiscovery(options: DiscoveryOptions): () => Promise<readonly Engine[]> {
  const { known, ownPort, make, onLocked, ports = usualPorts, timeoutMs = 300 } = options
  const configured = new Set(known.flatMap(({ baseUrl }) => loopbackPort(baseUrl) ?? []))
  const engines = [...known]
  let open = ports.filter(({ port }) => port !== ownPort && !configured.has(port))
  const locked = new Set<LocalEngine>()

  return async () => {
    const answers = await Promise.all(
      open.map(async (local) => ({ local, answer: await lookAt(addressOn(local.port), timeoutMs) })),
    )
    for (const { local, answer } of answers) {
      if (answer !== 'locked') {
        locked.delete(local)
      } else if (!locked.has(local)) {
        locked.add(local)
        onLocked?.({ name: local.name, baseUrl: addressOn(local.port) })
      }
    }
    const found = answers.flatMap(({ local, answer }) => (answer === 'open' && open.includes(local) ? [local] : []))
    open = open.filter((local) => !found.includes(local))
    return found.map(({ name, port }) => {
      const engine = { name: freeName(name, engines), baseUrl: addressOn(port) }
      engines.push(engine)
      return make(engine)
    })
  }
}

function addressOn(port: number): string {
  return `http://127.0.0.1:${port}/v1`
}

/** The port of an address on this machine; undefined for one elsewhere. */
function loopbackPort(baseUrl: string): number | undefined {
  const { hostname, port, protocol } = new URL(baseUrl)
  const isLocal = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
  if (!isLocal) return undefined
  return Number(port || (protocol === 'https:' ? 443 : 80))
}

async function lookAt(baseUrl: string, timeoutMs: number): Promise<Found> {
  if (!(await listsModels(baseUrl, timeoutMs))) return undefined
  // llama.cpp lists its models to everyone, also with `--api-key`. A GET can't start a reply; 404 or 405 is an open engine's
  // answer to it.
  const answer = await get(`${baseUrl}/chat/completions`, timeoutMs).catch(() => undefined)
  return answer?.status === 401 || answer?.status === 403 ? 'locked' : 'open'
}

/** Many programs answer on these ports; an engine answers with a list of models, word for word. */
async function listsModels(baseUrl: string, timeoutMs: number): Promise<boolean> {
  try {
    const { status, text } = await get(`${baseUrl}/models`, timeoutMs)
    const value = parseJson(text)
    if (status !== 200 || !isRecord(value) || value['object'] !== 'list') return false
    // Ollama's list is null when it has no model yet.
    const data = value['data']
    return (
      data === null || (Array.isArray(data) && data.every((each) => isRecord(each) && typeof each['id'] === 'string'))
    )
  } catch {
    return false
  }
}

async function get(url: string, timeoutMs: number): Promise<{ status: number; text: string }> {
  const request = { method: 'GET', url, headers: { accept: 'application/json' } } as const
  const cancellation = cancellationOf(AbortSignal.timeout(timeoutMs))
  const answer = await openUpstream(fetchTransport, request, cancellation, defaultDeadlines)
  return { status: answer.status, text: await readAll(answer, 4 * 1024 * 1024) }
}

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
