import type { ChatMessage } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import type { Author } from '#contract/model.ts'
import { joinMembers, rawElements, rawMembers } from '#contract/raw-json.ts'
import { type EngineModel, readEngineModels, readNamedModel } from '#dialects/model-list.ts'
import type { ModelListing } from '#dialects/providers.ts'
import { maxReplyLength, readWholeReply } from '#dialects/chat-decoder.ts'
import { type CancellationToken, cancellationOf } from '#service/cancellation.ts'
import { type EngineCall, type Engine, requestMembers } from '#service/engines/engine.ts'
import type { Clock } from '#service/service-context.ts'
import { ServiceError, refusalOf, refuse } from '#service/service-error.ts'
import { type Deadlines, defaultDeadlines } from './deadlines.ts'
import { type ForwardFetch, forwardToEngine } from './forward.ts'
import { refusalOfAnswer } from './refusals.ts'
import { type Transport, fetchTransport } from './transport.ts'
import { StreamedReply, type Upstream, openUpstream, readAll } from './upstream.ts'

/** Where an engine is, and how to call it. */
export interface OpenAIStyleSettings {
  /** Unique among the engines. Appears in logs and metrics. */
  name: string
  /** Its public name, if it is a known provider or local server. */
  label?: string
  /** The URL to which `/models` and `/chat/completions` are added. */
  baseUrl: string
  /** Sent as a bearer token to the base URL's origin only. */
  apiKey?: string
  /** Sent with every request, by lower-case name. As secret as the key. */
  headers?: Readonly<Record<string, string>>
  /** The engine's own ids of the models to publish, listed or not. By default all that it lists. */
  models?: readonly string[]
  /** The author whose own service this is. */
  maker?: Author
  listing?: ModelListing
  deadlines?: Partial<Deadlines>
}

interface Dependencies {
  clock: Clock
  transport?: Transport
  fetch?: ForwardFetch
}

/** In characters. */
const maxErrorBodyLength = 64 * 1024

/** The JSON of the request, with the given `stream`. */
function bodyOf(call: EngineCall, stream: boolean, asksForUsage = false): string {
  const members = requestMembers(call).set('stream', String(stream))
  if (call.request.messages.some(isSigned)) members.set('messages', withoutSigned(members.get('messages') ?? '[]'))
  if (asksForUsage)
    members.set('stream_options', JSON.stringify({ ...call.request.stream_options, include_usage: true }))
  return joinMembers(members)
}

/** Whether a message carries thinking that Anthropic signed. Only its own interface takes it back; OpenAI refuses it. */
function isSigned(message: ChatMessage): boolean {
  return message['thinking_blocks'] !== undefined
}

/** The JSON of messages without signed thinking. */
function withoutSigned(messages: string): string {
  const written = rawElements(messages).map((message) => {
    const members = rawMembers(message)
    members.delete('thinking_blocks')
    return joinMembers(members)
  })
  return `[${written.join(',')}]`
}

/** Whether an engine refused the field that asks for usage, which some older ones don't know. */
function refusesUsage(reason: unknown): boolean {
  if (!(reason instanceof ServiceError) || (reason.status !== 400 && reason.status !== 422)) return false
  return /stream_options|include_usage/.test(`${reason.detail.param} ${reason.detail.message}`)
}

/** Any server with the chat-completions interface: Ollama, llama.cpp, vLLM, LM Studio, a hosted provider. */
export function createOpenAIStyleEngine(settings: OpenAIStyleSettings, dependencies: Dependencies): Engine {
  const { name, label, apiKey, maker, listing } = settings
  const { clock, transport = fetchTransport, fetch } = dependencies
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
    // Compression would delay the chunks of a stream, and costs both sides more than it saves.
    'accept-encoding': 'identity',
  }
  const listHeaders = { ...common, ...(listing?.headers ?? bearer) }
  const chatHeaders = { ...common, ...bearer, 'content-type': 'application/json' }

  async function send(url: string, cancellation: CancellationToken, body?: string): Promise<Upstream> {
    const request =
      body === undefined
        ? ({ method: 'GET', url, headers: listHeaders } as const)
        : ({ method: 'POST', url, headers: chatHeaders, body } as const)
    const upstream = await openUpstream(transport, request, cancellation, deadlines)
    if (upstream.status >= 200 && upstream.status < 300) return upstream
    // The status alone is enough, so a body that can't be read counts as empty.
    const explanation = await readAll(upstream, maxErrorBodyLength).catch(() => '')
    cancellation.throwIfCancelled()
    const refusal = refusalOfAnswer(upstream, explanation)
    throw new ServiceError(hideSecrets(refusal.detail, secrets), refusal.status, refusal.headers)
  }

  let canAskForUsage = true
  const post = (call: EngineCall, body: string) => send(chatUrl, call.cancellation, body)

  /** Asks for usage even if the caller didn't, who then doesn't see it: keys have limits, and the ledger needs it. */
  async function openStream(call: EngineCall): Promise<Upstream> {
    const adds = canAskForUsage && call.request.stream_options?.include_usage !== true
    try {
      return await post(call, bodyOf(call, true, adds))
    } catch (reason) {
      if (!adds || !refusesUsage(reason)) throw reason
      const upstream = await post(call, bodyOf(call, true))
      canAskForUsage = false
      return upstream
    }
  }

  function listUrlAt(candidate: string): string {
    const url = addressOf(candidate, 'models')
    return listing ? `${url}${url.includes('?') ? '&' : '?'}${listing.query}` : url
  }

  async function modelsAt(candidate: string, signal: AbortSignal) {
    const answer = await readAll(await send(listUrlAt(candidate), cancellationOf(signal)), maxReplyLength)
    // An unchanged answer gives the same array, so that the catalogue doesn't have to compare thousands of models.
    if (answer !== last?.answer) {
      const models = readEngineModels(parseJson(answer), Math.floor(clock.now() / 1000), { withEmbeddings: true })
      if (!models) {
        throw refuse('upstream_invalid', 'The engine didn’t return a list of models. Check its base URL.')
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
    // A 404 at one address says less than the failure at the other.
    throw failures.find((reason) => !isNoList(reason)) ?? failures[0]
  }

  return {
    name,
    ...(label !== undefined && { label }),
    ...(maker && { maker }),
    models: (signal) => (settings.models ? chosenModels(settings.models, listed(signal)) : listed(signal)),
    async stream(call) {
      return new StreamedReply(await openStream(call), (error) => hideSecrets(error, secrets))
    },
    async complete(call) {
      const upstream = await post(call, bodyOf(call, false))
      const read = readWholeReply(upstream.whole() ?? (await readAll(upstream, maxReplyLength)), call.identity)
      const result = read instanceof Promise ? await read : read
      if ('completion' in result) return result.completion
      throw refusalOf(hideSecrets(result.error, secrets))
    },
    forward(call) {
      const headers = { ...common, ...bearer }
      const hide = (error: ErrorDetail) => hideSecrets(error, secrets)
      return forwardToEngine({ fetch, url: addressOf(base, call.path), headers, deadlines, secrets, hide }, call)
    },
  }
}

/**
 * The URLs to try for a base URL. If it names only a host, like `http://127.0.0.1:11434`, the interface is more likely
 * under `/v1`.
 */
export function baseCandidates(baseUrl: string): readonly string[] {
  return new URL(baseUrl).pathname === '/' ? [addressOf(baseUrl, 'v1'), baseUrl] : [baseUrl]
}

/** The URL of an endpoint under a base URL, whose query is kept. */
export function addressOf(baseUrl: string, path: string): string {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}

/** Whether a listing failed because there is no list at that address. */
function isNoList(reason: unknown): boolean {
  return reason instanceof ServiceError && (reason.status === 404 || reason.status === 405)
}

/**
 * The models that the settings name, with the facts from the engine's list. An engine without a list serves them too.
 * Rejects like the listing for any other reason.
 */
export async function chosenModels(
  ids: readonly string[],
  listing: Promise<readonly EngineModel[]>,
): Promise<readonly EngineModel[]> {
  const listed = await listing.catch((reason: unknown) => {
    if (isNoList(reason)) return []
    throw reason
  })
  const byId = new Map(listed.map((model) => [model.id, model]))
  return ids.map((id) => byId.get(id) ?? readNamedModel(id))
}

/** Shorter header values, like `1`, are no secrets; hiding them would garble the message. */
const minSecretLength = 6

/** The secrets that we send to an engine: its key and the values of its headers. */
export function secretsOf(sent: { apiKey?: string; headers?: Readonly<Record<string, string>> }): readonly string[] {
  const values = Object.values(sent.headers ?? {}).flatMap((value) => [value, value.replace(/^\w+ +/, '')])
  const long = values.filter((value) => value.length >= minSecretLength)
  // Longest first: a secret may contain another one.
  return [...(sent.apiKey ? [sent.apiKey] : []), ...long].toSorted((one, other) => other.length - one.length)
}

/** Removes the secrets that we sent from an engine's error: some engines repeat them. */
export function hideSecrets(error: ErrorDetail, secrets: readonly string[]): ErrorDetail {
  const hide = (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '(not shown)'), text)
  const { message, type, param, code } = error
  const shown = { message: hide(message), type: hide(type), param: param && hide(param), code: code && hide(code) }
  const text = JSON.stringify(error)
  const mentions = (secret: string) => text.includes(JSON.stringify(secret).slice(1, -1))
  // Other fields are the engine's own. They are passed on only if no secret is in any of them.
  return secrets.some(mentions) ? shown : error
}
