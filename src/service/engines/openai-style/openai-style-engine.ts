import { parseJson } from '#contract/json.ts'
import type { Clock } from '#service/clock.ts'
import type { ChatCall, Engine } from '#service/engines/engine.ts'
import { refusalOf, ServiceError } from '#service/service-error.ts'
import { addressOf, baseCandidates } from './addresses.ts'
import { defaultDeadlines, type Deadlines } from './deadlines.ts'
import { decodeStream, decodeWhole } from './decode-reply.ts'
import { hideKey } from './hide-key.ts'
import { readModels } from './read-models.ts'
import { fetchTransport, type Transport } from './transport.ts'
import { openUpstream, readAll, type Upstream } from './upstream.ts'
import { refusalOfAnswer } from './upstream-refusal.ts'

export interface OpenAIStyleSettings {
  /** Unique among the engines; appears in logs. */
  name: string
  /** Where `/models` and `/chat/completions` are found. */
  baseUrl: string
  /** Sent as a bearer to the base URL's origin and nowhere else. */
  apiKey?: string
  deadlines?: Partial<Deadlines>
}

interface Tools {
  clock: Clock
  transport?: Transport
}

const longestReply = 64 * 1024 * 1024
const longestErrorBody = 64 * 1024

/** Any server that speaks the chat-completions interface: Ollama, llama.cpp, vLLM, LM Studio, a hosted provider. */
export function createOpenAIStyleEngine(settings: OpenAIStyleSettings, tools: Tools): Engine {
  const { name, apiKey } = settings
  const { clock, transport = fetchTransport } = tools
  const deadlines = { ...defaultDeadlines, ...settings.deadlines }
  const candidates = baseCandidates(settings.baseUrl)
  let base = candidates[0] ?? settings.baseUrl

  async function ask(url: string, signal: AbortSignal, body?: unknown): Promise<Upstream> {
    const headers = {
      accept: 'application/json, text/event-stream',
      // Compression would hold a stream's pieces back, and cost both sides more than it saves.
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    }
    const request =
      body === undefined
        ? { method: 'GET' as const, url, headers, signal }
        : { method: 'POST' as const, url, headers, signal, body: JSON.stringify(body) }
    const upstream = await openUpstream(transport, request, deadlines)
    if (upstream.status >= 200 && upstream.status < 300) return upstream
    // The status alone already tells enough, so a body that cannot be read is as good as none.
    const explanation = await readAll(upstream, longestErrorBody).catch(() => '')
    signal.throwIfAborted()
    const refusal = refusalOfAnswer(upstream, explanation)
    throw new ServiceError(hideKey(refusal.detail, apiKey), refusal.status, refusal.headers)
  }

  const chat = ({ request, signal }: ChatCall, stream: boolean) =>
    ask(addressOf(base, 'chat/completions'), signal, { ...request, stream })

  async function modelsAt(candidate: string, signal: AbortSignal) {
    const answer = await readAll(await ask(addressOf(candidate, 'models'), signal), longestReply)
    const models = readModels(parseJson(answer), Math.floor(clock.now() / 1000))
    base = candidate
    return models
  }

  return {
    name,
    async models(signal) {
      const others = candidates.filter((each) => each !== base)
      return others.reduce((asked, other) => asked.catch(() => modelsAt(other, signal)), modelsAt(base, signal))
    },
    async stream(call) {
      const { text } = await chat(call, true)
      return decodeStream(text, call.identity, (error) => hideKey(error, apiKey))
    },
    async complete(call) {
      const answer = await readAll(await chat(call, false), longestReply)
      const result = await decodeWhole(answer, call.identity)
      if ('completion' in result) return result.completion
      throw refusalOf(hideKey(result.error, apiKey))
    },
  }
}
