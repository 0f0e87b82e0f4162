import { type ChatRequest, chatRequest } from '#contract/chat.ts'
import { type JsonRecord, isRecord } from '#contract/json.ts'
import { readMessagesRequest } from '#dialects/messages/read-request.ts'
import { createMessageEncoder, errorBodyOf, writeMessage } from '#dialects/messages/write-reply.ts'
import { readResponsesRequest } from '#dialects/responses/read-request.ts'
import { providers } from '#dialects/providers.ts'
import { createResponseEncoder, writeResponse } from '#dialects/responses/write-reply.ts'
import { UntranslatableRequest } from '#dialects/translation.ts'
import type { Engine } from '#service/engines/engine.ts'
import { refusalOf, refuse } from '#service/service-error.ts'
import type { ChatDialect } from './chat-dialect.ts'
import { operations } from './operations.ts'
import { checkValue } from './request-body.ts'

/** Reads a body with a translation. Throws a 400 that names the field, in the words of the caller's interface. */
function translate(body: unknown, read: (body: unknown) => JsonRecord): ChatRequest {
  try {
    return checkValue(chatRequest, read(body))
  } catch (reason) {
    if (reason instanceof UntranslatableRequest) throw refuse('invalid_value', reason.message, { param: reason.param })
    throw reason
  }
}

/**
 * The request without what the engine refuses. OpenAI's newer models refuse `max_tokens`, and all of them accept its other
 * name. Known providers refuse earlier reasoning, unless they need it.
 */
function adaptTo(request: ChatRequest, { maker, label }: Engine): ChatRequest {
  const { max_tokens: limit, ...others } = request
  const renamed = maker === 'openai' && limit !== undefined ? { ...others, max_completion_tokens: limit } : request
  const provider = providers.find((each) => each.label === label)
  return provider && !provider.needsReasoning ? withoutReasoning(renamed) : renamed
}

function withoutReasoning(request: ChatRequest): ChatRequest {
  const messages = request.messages.map(({ reasoning_content: _unused, ...message }) => message)
  return { ...request, messages }
}

// Loaded with the first request for one of these interfaces.

export const messagesDialect: ChatDialect = {
  route: operations.createMessage.path,
  takesKeyHeader: true,
  read({ value }) {
    const request = translate(value, readMessagesRequest)
    return {
      request,
      text: '{}',
      adapt: adaptTo,
      writeWhole(completion) {
        const written = writeMessage(completion)
        if (written.error) throw refusalOf(written.error)
        return JSON.stringify(written.message)
      },
      createEncoder: createMessageEncoder,
    }
  },
  errorBody: errorBodyOf,
}

export const responsesDialect: ChatDialect = {
  route: operations.createResponse.path,
  takesKeyHeader: false,
  read({ value }) {
    const request = translate(value, readResponsesRequest)
    const asked = isRecord(value) ? value : {}
    return {
      request,
      text: '{}',
      adapt: adaptTo,
      writeWhole(completion) {
        const written = writeResponse(completion, asked)
        if (written.error) throw refusalOf(written.error)
        return JSON.stringify(written.response)
      },
      createEncoder: (identity) => createResponseEncoder(identity, asked),
    }
  },
  errorBody: (error) => ({ error }),
}
