import type { ChatMessage, ChatRequest } from '#contract/chat.ts'
import type { ModelCatalogue } from '#service/catalogue/catalogue.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import { refuse } from '#service/service-error.ts'

// Clients retry a 409 by themselves, which cannot help here.
const headers = { 'x-should-retry': 'false' }

/** The model that a chat asks for, when it can be called with this request. Throws the refusal when not. */
export function callableModel(catalogue: ModelCatalogue, request: ChatRequest): ServedModel {
  const found = catalogue.find(request.model)
  const param = 'model'
  if (!found) {
    const asked = request.model.slice(0, 200)
    throw refuse('model_not_found', `There is no model “${asked}”. Choose one from GET /v1/models.`, { param })
  }
  const { id, model_type: type, status, context_length: limit, context_length_known: known } = found.model
  if (type !== 'text_generation') {
    throw refuse('invalid_value', `“${id}” is of type ${type} and cannot chat. Choose a text_generation model.`, {
      param,
    })
  }
  if (status === 'pending') {
    throw refuse('model_not_ready', `“${id}” is not ready yet. Choose another model, or try later.`, { param, headers })
  }
  const { model, engine, engineModelId, lacks = [] } = found
  if (status !== 'active' || !engine || engineModelId === undefined) {
    throw refuse('model_inactive', `“${id}” cannot be called now: no engine serves it. Choose another model.`, {
      param,
      headers,
    })
  }
  const estimate = estimatePromptTokens(request.messages)
  if (known !== false && estimate > limit) {
    throw refuse(
      'context_length_exceeded',
      `The messages take at least ${estimate} tokens, but “${id}” holds ${limit}. Send fewer or shorter messages.`,
      { param: 'messages' },
    )
  }
  const place = lacks.includes('vision') && !model.capabilities?.includes('vision') ? imageIn(request) : -1
  if (place >= 0) {
    throw refuse(
      'invalid_value',
      `“${id}” reads text only, and messages[${place}] has an image. Remove the image, or choose a model with vision.`,
      { param: 'messages' },
    )
  }
  return { model, engine, engineModelId, lacks }
}

/** The first message with an image in it; -1 for none. */
function imageIn({ messages }: ChatRequest): number {
  return messages.findIndex(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'image_url'))
}

/** Prose runs to four or five characters a token, most other text to fewer, and hardly any to more than this. */
const mostCharactersPerToken = 8

/**
 * At least how many tokens a prompt takes. A low guess on purpose: it refuses what no tokenizer could fit, and leaves the
 * exact verdict to the engine. Pictures count for nothing.
 */
function estimatePromptTokens(messages: readonly ChatMessage[]): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + textLength(content), 0) / mostCharactersPerToken)
}

function textLength(content: ChatMessage['content']): number {
  if (typeof content === 'string') return content.length
  if (!content) return 0
  return content.reduce(
    (sum, part) => sum + ('text' in part && typeof part.text === 'string' ? part.text.length : 0),
    0,
  )
}
