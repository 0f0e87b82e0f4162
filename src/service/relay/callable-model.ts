import type { ChatMessage, ChatRequest } from '#contract/chat.ts'
import type { ModelType } from '#contract/model.ts'
import type { ModelCatalogue } from '#service/catalogue/catalogue.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import { refuse } from '#service/service-error.ts'

// Clients retry a 409 automatically, which can't help here.
const headers = { 'x-should-retry': 'false' }

const param = 'model'

/** What a model makes, and the endpoint that makes it. `embedding` is no published type. */
export const endpointByType = {
  text_generation: '/v1/chat/completions',
  image_generation: '/v1/images/generations',
  speech_to_text: '/v1/audio/transcriptions',
  text_to_speech: '/v1/audio/speech',
  moderation: '/v1/moderations',
  embedding: '/v1/embeddings',
} as const satisfies Record<ModelType | 'embedding', string>

/** Returns the requested model if it is of this type and can be called. Throws a `ServiceError` otherwise. */
export function requireModel(
  catalogue: Pick<ModelCatalogue, 'find' | 'findEmbedding'>,
  asked: string,
  type: keyof typeof endpointByType,
): ServedModel {
  const embedding = catalogue.findEmbedding(asked)
  const found = (type === 'embedding' ? embedding : undefined) ?? catalogue.find(asked) ?? embedding
  if (!found) {
    throw refuse('model_not_found', `There is no model “${asked.slice(0, 200)}”. Choose one from GET /v1/models.`, {
      param,
    })
  }
  const { id, status } = found.model
  const actual = found === embedding ? 'embedding' : found.model.model_type
  if (actual !== type) {
    const chat = type === 'text_generation' ? ' and cannot chat' : ''
    throw refuse(
      'invalid_value',
      `“${id}” is of type ${actual}${chat}. Use POST ${endpointByType[actual]}, or choose a model of type ${type}.`,
      { param },
    )
  }
  if (status === 'pending') {
    throw refuse('model_not_ready', `“${id}” is not ready yet. Choose another model, or try later.`, { param, headers })
  }
  const { model, engine, engineModelId, lacks = [], problem } = found
  if (status !== 'active' || !engine || engineModelId === undefined) {
    const reason = problem === undefined ? ': no engine serves it. Choose another model.' : `. ${problem}`
    throw refuse('model_inactive', `“${id}” cannot be called now${reason}`, { param, headers })
  }
  return { model, engine, engineModelId, lacks }
}

/** Returns the requested model if it can be called with this request. Throws a `ServiceError` otherwise. */
export function requireCallableModel(catalogue: ModelCatalogue, request: ChatRequest): ServedModel {
  const served = requireModel(catalogue, request.model, 'text_generation')
  const { model, lacks } = served
  const { id, context_length: limit, context_length_known: known } = model
  const estimate = estimatePromptTokens(request.messages)
  if (known !== false && estimate > limit) {
    throw refuse(
      'context_length_exceeded',
      `The messages take at least ${estimate} tokens, but the context of “${id}” is ${limit}. Send fewer or shorter messages.`,
      { param: 'messages' },
    )
  }
  const place = lacks.includes('vision') && !model.capabilities?.includes('vision') ? indexOfImage(request) : -1
  if (place >= 0) {
    throw refuse(
      'invalid_value',
      `“${id}” reads text only, and messages[${place}] has an image. Remove the image, or choose a model with vision.`,
      { param: 'messages' },
    )
  }
  return served
}

/** The index of the first message with an image; -1 if there is none. */
function indexOfImage({ messages }: ChatRequest): number {
  return messages.findIndex(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'image_url'))
}

/** Prose has 4 to 5 characters per token and most other text fewer; hardly any text has more than this. */
const maxCharactersPerToken = 8

/**
 * A lower bound for the prompt's tokens, without images. It only refuses what certainly doesn't fit; the engine decides the
 * rest.
 */
function estimatePromptTokens(messages: readonly ChatMessage[]): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + textLength(content), 0) / maxCharactersPerToken)
}

function textLength(content: ChatMessage['content']): number {
  if (typeof content === 'string') return content.length
  if (!content) return 0
  return content.reduce(
    (sum, part) => sum + ('text' in part && typeof part.text === 'string' ? part.text.length : 0),
    0,
  )
}
