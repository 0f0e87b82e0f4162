import { isRecord, parseJson } from '#contract/json.ts'
import type { Engine } from '#service/engines/engine.ts'
import { defaultDeadlines } from '#service/engines/openai-style/deadlines.ts'
import { fetchTransport } from '#service/engines/openai-style/transport.ts'
import { openUpstream, readAll } from '#service/engines/openai-style/upstream.ts'
import { stopOf } from '#service/stop.ts'
import { freeName, type ConfiguredEngine } from './configured-engines.ts'

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
  ports?: readonly LocalEngine[]
  /** How long each may take to answer, in milliseconds. */
  timeoutMs?: number
}

/**
 * Looks on this machine's loopback address, and nowhere else, for engines on their usual ports. Each call asks those ports
 * at once on which none was found yet, and resolves to what is new there; it never rejects.
 */
export function createDiscovery(options: DiscoveryOptions): () => Promise<readonly Engine[]> {
  const { known, ownPort, make, ports = usualPorts, timeoutMs = 300 } = options
  const configured = new Set(known.flatMap(({ baseUrl }) => loopbackPort(baseUrl) ?? []))
  const engines = [...known]
  let open = ports.filter(({ port }) => port !== ownPort && !configured.has(port))

  return async () => {
    const answers = await Promise.all(
      open.map(async (local) => ((await listsModels(addressOn(local.port), timeoutMs)) ? [local] : [])),
    )
    const found = answers.flat().filter((local) => open.includes(local))
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

/** Many programs answer on these ports; an engine answers with a list of models, word for word. */
async function listsModels(baseUrl: string, timeoutMs: number): Promise<boolean> {
  const request = { method: 'GET', url: `${baseUrl}/models`, headers: { accept: 'application/json' } } as const
  const stop = stopOf(AbortSignal.timeout(timeoutMs))
  try {
    const answer = await openUpstream(fetchTransport, request, stop, defaultDeadlines)
    const value = parseJson(await readAll(answer, 4 * 1024 * 1024))
    if (answer.status !== 200 || !isRecord(value) || value['object'] !== 'list') return false
    // Ollama's list is null when it has no model yet.
    const data = value['data']
    return (
      data === null || (Array.isArray(data) && data.every((each) => isRecord(each) && typeof each['id'] === 'string'))
    )
  } catch {
    return false
  }
}
