import type { ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import type { Author } from '#contract/model.ts'
import { joinMembers } from '#contract/raw-json.ts'
import { type EngineModel, readEngineModels, readIds } from '#dialects/model-list.ts'
import { maxReplyLength, readWholeReply } from '#dialects/reply-decoder.ts'
import { type CancellationToken, cancellationOf } from '#service/cancellation.ts'
import { type EngineCall, type Engine, requestMembers } from '#service/engines/engine.ts'
import type { Clock } from '#service/service-context.ts'
import { ServiceError, refusalOf, refuse } from '#service/service-error.ts'
import { type Deadlines, defaultDeadlines } from './deadlines.ts'
import { StreamedReply } from './streamed-reply.ts'
import { type Transport, fetchTransport } from './transport.ts'
import { type Upstream, openUpstream, readAll, refusalOfAnswer } from './upstream.ts'

/** How an engine's list of models is asked for, where that differs from its chats. */
export interface ModelListing {
  /** The query of the list's address, without the question mark. */
  query: string
  /** Sent instead of the bearer. */
  headers: Readonly<Record<string, string>>
}

/** Where an engine is, and what it is sent beside the chats. */
export interface OpenAIStyleSettings {
  /** Unique among the engines; appears in logs and metrics. */
  name: string
  /** Where `/models` and `/chat/completions` are found. */
  baseUrl: string
  /** Sent as a bearer to the base URL's origin and nowhere else. */
  apiKey?: string
  /** Sent with every request, by lower-case name; as secret as the key. */
  headers?: Readonly<Record<string, string>>
  /** The engine's own ids of the models to publish, whether or not it lists them; all that it lists when left out. */
  models?: readonly string[]
  /** Whose own service it is. */
  maker?: Author
  /** How its list of models is asked for; as its chats when left out. */
  listing?: ModelListing
  deadlines?: Partial<Deadlines>
}

interface Tools {
  clock: Clock
  transport?: Transport
}

const longestErrorBody = 64 * 1024

/** The request's JSON text, with the given `stream`. */
function bodyOf(call: EngineCall, stream: boolean): string {
  return joinMembers(requestMembers(call).set('stream', String(stream)))
}

/** Any server that speaks the chat-completions interface: Ollama, llama.cpp, vLLM, LM Studio, a hosted provider. */
export function createOpenAIStyleEngine(settings: OpenAIStyleSettings, tools: Tools): Engine {
  const { name, apiKey, maker, listing } = settings
  const { clock, transport = fetchTransport } = tools
  const deadlines = { ...defaultDeadlines, ...settings.deadlines }
  const candidates = baseCandidates(settings.baseUrl)
  const secrets = secretsOf(settings)
  let base = candidates[0] ?? settings.baseUrl
  let chatUrl = addressOf(base, 'chat/completions')
  let last: { answer: string; models: readonly EngineModel[] } | undefined

  const bearer = apiKey !== undefined && { authorization: `Bearer ${apiKey}` }
  const common = {
    ...settings.headers,
    accept: 'application/json, text/event-stream',
    // Compression would hold a stream's pieces back, and cost both sides more than it saves.
    'accept-encoding': 'identity',
  }
  const headersOfList = { ...common, ...(listing?.headers ?? bearer) }
  const headersOfChat = { ...common, ...bearer, 'content-type': 'application/json' }

  async function ask(url: string, cancellation: CancellationToken, body?: string): Promise<Upstream> {
    const request =
      body === undefined
        ? ({ method: 'GET', url, headers: headersOfList } as const)
        : ({ method: 'POST', url, headers: headersOfChat, body } as const)
    const upstream = await openUpstream(transport, request, cancellation, deadlines)
    if (upstream.status >= 200 && upstream.status < 300) return upstream
    // The status alone already tells enough, so a body that cannot be read is as good as none.
    const explanation = await readAll(upstream, longestErrorBody).catch(() => '')
    cancellation.throwIfCancelled()
    const refusal = refusalOfAnswer(upstream, explanation)
    throw new ServiceError(hideSecrets(refusal.detail, secrets), refusal.status, refusal.headers)
  }

  const chat = (call: EngineCall, stream: boolean) => ask(chatUrl, call.cancellation, bodyOf(call, stream))

  function listUrlAt(candidate: string): string {
    const url = addressOf(candidate, 'models')
    return listing ? `${url}${url.includes('?') ? '&' : '?'}${listing.query}` : url
  }

  async function modelsAt(candidate: string, signal: AbortSignal) {
    const answer = await readAll(await ask(listUrlAt(candidate), cancellationOf(signal)), maxReplyLength)
    // Thousands of models are not read again, nor compared by the catalogue, while the engine says the same.
    if (answer !== last?.answer) {
      const models = readEngineModels(parseJson(answer), Math.floor(clock.now() / 1000))
      if (!models) {
        throw refuse(
          'upstream_invalid',
          'The engine’s answer is not a list of models. Check that its base URL is right.',
        )
      }
      last = { answer, models }
    }
    base = candidate
    chatUrl = addressOf(base, 'chat/completions')
    return last.models
  }

  async function listed(signal: AbortSignal) {
    const failures: unknown[] = []
    for (const candidate of [base, ...candidates.filter((each) => each !== base)]) {
      try {
        return await modelsAt(candidate, signal)
      } catch (reason) {
        failures.push(reason)
      }
    }
    // That nothing is at one address says less than what was heard at the other.
    throw failures.find((reason) => !isNoList(reason)) ?? failures[0]
  }

  return {
    name,
    ...(maker && { maker }),
    models: (signal) => (settings.models ? chosenModels(settings.models, listed(signal)) : listed(signal)),
    async stream(call) {
      return new StreamedReply(await chat(call, true), (error) => hideSecrets(error, secrets))
    },
    async complete(call) {
      const upstream = await chat(call, false)
      const read = readWholeReply(upstream.whole() ?? (await readAll(upstream, maxReplyLength)), call.identity)
      const result = read instanceof Promise ? await read : read
      if ('completion' in result) return result.completion
      throw refusalOf(hideSecrets(result.error, secrets))
    },
  }
}

/**
 * Where the interface may be found under a base URL: there, or, when the URL names only a host, more likely under `/v1`,
 * as with `http://127.0.0.1:11434`.
 */
export function baseCandidates(baseUrl: string): readonly string[] {
  return new URL(baseUrl).pathname === '/' ? [addressOf(baseUrl, 'v1'), baseUrl] : [baseUrl]
}

/** The address of an endpoint under a base URL, whose query is kept. */
export function addressOf(baseUrl: string, path: string): string {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}

/** Whether a listing failed because there is no list at that address: a server says so with one of these. */
function isNoList(reason: unknown): boolean {
  return reason instanceof ServiceError && (reason.status === 404 || reason.status === 405)
}

/**
 * Exactly the models that the settings name, with what the engine's list says of each. An engine that keeps no list serves
 * them all the same; rejects as the listing does when the engine cannot be asked.
 */
async function chosenModels(
  ids: readonly string[],
  listing: Promise<readonly EngineModel[]>,
): Promise<readonly EngineModel[]> {
  const listed = await listing.catch((reason: unknown) => {
    if (isNoList(reason)) return []
    throw reason
  })
  const byId = new Map(listed.map((model) => [model.id, model]))
  return ids.map((id) => byId.get(id) ?? readIds(id))
}

/** A header may say something as plain as `1`; hiding that would only garble the words around it. */
const shortestSecret = 6

/** What we send to an engine that nobody else may see: its key, and whatever its own headers hold. */
export function secretsOf(sent: { apiKey?: string; headers?: Readonly<Record<string, string>> }): readonly string[] {
  const values = Object.values(sent.headers ?? {}).flatMap((value) => [value, value.replace(/^\w+ +/, '')])
  const long = values.filter((value) => value.length >= shortestSecret)
  // The longest first, so that none is hidden only in part.
  return [...(sent.apiKey ? [sent.apiKey] : []), ...long].toSorted((one, other) => other.length - one.length)
}

/** An engine's error without the secrets that we sent it, which some engines repeat. */
export function hideSecrets(error: ErrorDetail, secrets: readonly string[]): ErrorDetail {
  const hide = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '(not shown)'), text)
  const { message, type, param, code } = error
  const shown = { message: hide(message), type: hide(type), param: param && hide(param), code: code && hide(code) }
  const text = JSON.stringify(error)
  const mentions = (secret: string) => text.includes(JSON.stringify(secret).slice(1, -1))
  // Fields beside these four are an engine's own, and may be passed on while they hold none.
  return secrets.some(mentions) ? shown : error
}
