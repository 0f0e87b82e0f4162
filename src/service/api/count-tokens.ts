import type { ChatRequest } from '#contract/chat.ts'
import { countTokens } from '#service/engines/demo/tokens.ts'
import { requireModel } from '#service/relay/callable-model.ts'
import { tokensPerImage } from '#service/relay/charges.ts'
import type { ServiceContext } from '#service/service-context.ts'
import { ServiceError } from '#service/service-error.ts'
import { requireModelAllowed } from '#service/state/key-store.ts'
import { admitCaller } from './caller.ts'
import type { HttpContext } from './http-context.ts'
import { readJsonBody } from './request-body.ts'
import type { HttpResponse } from './responses.ts'
import { messagesDialect } from './translated-dialects.ts'

// Loaded with the first request.

/**
 * `POST /v1/messages/count_tokens`: the input tokens of a message, without a reply and without a charge. Counted by engines
 * that can, such as Anthropic; an estimate otherwise.
 */
export async function answerTokenCount(service: ServiceContext, http: HttpContext): Promise<HttpResponse> {
  const caller = await admitCaller(http.header, service, 'chat', true)
  const { request } = messagesDialect.read(await readJsonBody(http, service.maxBodyBytes))
  const { model, engine, engineModelId } = requireModel(service.catalogue, request.model, 'text_generation')
  requireModelAllowed(caller, model.id)
  request.model = engineModelId
  const cancellation = service.activeChats.open()
  http.onClose(() => cancellation.cancel())
  try {
    const counted = await engine.countTokens?.({ request, cancellation }).catch(orNothing)
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return { status: 200, headers, body: JSON.stringify({ input_tokens: counted ?? estimateTokens(request) }) }
  } finally {
    service.activeChats.close(cancellation)
  }
}

/** Servers that imitate Anthropic may lack this endpoint. */
function orNothing(reason: unknown): undefined {
  if (!(reason instanceof ServiceError) || reason.status !== 404) throw reason
}

/** Tokens as the built-in models split text: about four characters of English prose each. */
function estimateTokens({ messages, tools }: ChatRequest): number {
  let tokens = tools === undefined ? 0 : countTokens(JSON.stringify(tools))
  for (const { content, tool_calls: calls } of messages) {
    if (calls !== undefined) tokens += countTokens(JSON.stringify(calls))
    if (typeof content === 'string') tokens += countTokens(content)
    else for (const part of content ?? []) tokens += tokensOfPart(part)
  }
  return tokens
}

function tokensOfPart(part: Readonly<Record<string, unknown>>): number {
  if (part['type'] === 'image_url') return tokensPerImage
  return typeof part['text'] === 'string' ? countTokens(part['text']) : 0
}
