import { parseJson } from '#contract/json.ts'
import { maxReplyLength } from '#dialects/chat-decoder.ts'
import { foldCompletion } from '#dialects/completion.ts'
import { createMessageDecoder, readMessagesError } from '#dialects/messages/decoder.ts'
import { type MessagesModel, readMessagesModels } from '#dialects/messages/model-list.ts'
import { writeMessagesRequest } from '#dialects/messages/write-request.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import { UntranslatableRequest, countIn } from '#dialects/translation.ts'
import { type CancellationToken, cancellationOf } from '#service/cancellation.ts'
import type { Engine, EngineCall } from '#service/engines/engine.ts'
import { defaultDeadlines } from '#service/engines/openai/deadlines.ts'
import {
  type OpenAIStyleSettings,
  addressOf,
  baseCandidates,
  chosenModels,
  hideSecrets,
  secretsOf,
} from '#service/engines/openai/openai-engine.ts'
import { refusalOfAnswer } from '#service/engines/openai/refusals.ts'
import { type Transport, fetchTransport } from '#service/engines/openai/transport.ts'
import { StreamedReply, type Upstream, openUpstream, readAll } from '#service/engines/openai/upstream.ts'
import type { Clock } from '#service/service-context.ts'
import { ServiceError, detailUnder, refusalOf, refuse } from '#service/service-error.ts'

/** The base URL is the one to which `/models` and `/messages` are added. */
export type AnthropicSettings = Omit<OpenAIStyleSettings, 'listing'>

/** The version of the interface that the translations were written for. */
const version = '2023-06-01'

/** In characters. */
const maxErrorBodyLength = 64 * 1024

/** Limits the pages of a list that never ends; one page has up to 1000 models. */
const maxPages = 20

/** A server with Anthropic's Messages interface: Anthropic itself, or one that imitates it. */
export function createAnthropicEngine(
  settings: AnthropicSettings,
  { clock, transport = fetchTransport }: { clock: Clock; transport?: Transport },
): Engine {
  const { name, label, apiKey, maker } = settings
  const deadlines = { ...defaultDeadlines, ...settings.deadlines }
  const base = baseCandidates(settings.baseUrl)[0] ?? settings.baseUrl
  const secrets = secretsOf(settings)
  const headers = {
    'anthropic-version': version,
    ...settings.headers,
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
  }
  let profiles: ReadonlyMap<string, MessagesModel> = new Map()

  async function send(url: string, cancellation: CancellationToken, body?: string): Promise<Upstream> {
    const request =
      body === undefined
        ? ({ method: 'GET', url, headers } as const)
        : ({ method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, body } as const)
    const upstream = await openUpstream(transport, request, cancellation, deadlines)
    if (upstream.status >= 200 && upstream.status < 300) return upstream
    const explanation = await readAll(upstream, maxErrorBodyLength).catch(() => '')
    cancellation.throwIfCancelled()
    const refusal = refusalOfAnswer(upstream, explanation)
    const own = refusal.detail.code === 'upstream_refused' ? undefined : readMessagesError(parseJson(explanation))
    const detail = own ? detailUnder(refusal.status, own) : refusal.detail
    throw new ServiceError(hideSecrets(detail, secrets), refusal.status, refusal.headers)
  }

  async function listed(signal: AbortSignal): Promise<readonly EngineModel[]> {
    const models: EngineModel[] = []
    const found = new Map<string, MessagesModel>()
    let query = 'limit=1000'
    for (let page = 0; page < maxPages; page++) {
      const url = addressOf(base, 'models')
      const upstream = await send(`${url}${url.includes('?') ? '&' : '?'}${query}`, cancellationOf(signal))
      const read = readMessagesModels(
        parseJson(await readAll(upstream, maxReplyLength)),
        Math.floor(clock.now() / 1000),
      )
      if (!read) throw refuse('upstream_invalid', 'The engine didn’t return a list of models. Check its base URL.')
      models.push(...read.models)
      for (const [id, profile] of read.profiles) found.set(id, profile)
      if (read.next === undefined) break
      query = `limit=1000&after_id=${encodeURIComponent(read.next)}`
    }
    profiles = found
    return models
  }

  async function open(call: EngineCall): Promise<StreamedReply> {
    const body = JSON.stringify(translated(call, profiles.get(call.request.model)))
    const upstream = await send(addressOf(base, 'messages'), call.cancellation, body)
    return new StreamedReply(upstream, (error) => hideSecrets(error, secrets), createMessageDecoder())
  }

  return {
    name,
    ...(label !== undefined && { label }),
    ...(maker && { maker }),
    models: (signal) => (settings.models ? chosenModels(settings.models, listed(signal)) : listed(signal)),
    stream: open,
    // Also streamed: a long reply without any sign of life would exceed a deadline on the way.
    async complete(call) {
      const result = await foldCompletion(await open(call), call.identity)
      call.cancellation.throwIfCancelled()
      if ('completion' in result) return result.completion
      throw refusalOf(result.error)
    },
    async countTokens(call) {
      const whole = translated(call, profiles.get(call.request.model))
      const counted = countedFields.flatMap((field) => (whole[field] === undefined ? [] : [[field, whole[field]]]))
      const body = JSON.stringify(Object.fromEntries(counted))
      const upstream = await send(addressOf(base, 'messages/count_tokens'), call.cancellation, body)
      const count = countIn(parseJson(await readAll(upstream, maxErrorBodyLength)), 'input_tokens')
      if (count === undefined) throw refuse('upstream_invalid', 'The engine didn’t return a count. Check its base URL.')
      return count
    },
  }
}

/** The fields of a request that `messages/count_tokens` knows. */
const countedFields = ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config']

function translated({ request }: Pick<EngineCall, 'request'>, model: MessagesModel | undefined) {
  try {
    return writeMessagesRequest(request, model)
  } catch (reason) {
    if (reason instanceof UntranslatableRequest) throw refuse('invalid_value', reason.message, { param: reason.param })
    throw reason
  }
}
