import { isRecord, type JsonRecord } from '#contract/json.ts'
import { capabilities as allCapabilities, modelTypes } from '#contract/model-types.ts'
import type { Capability, ModelType } from '#contract/model.ts'
import { plainLine } from '#contract/plain-text.ts'

/** What an engine says about a model's capabilities. What it doesn't mention is in none of the lists. */
export interface CapabilityFacts {
  capabilities?: Capability[]
  /** What the engine says the model can't do. It overrides other sources. */
  lacks?: readonly Capability[]
  /** The request fields that the model obeys, complete. */
  supported_parameters?: string[]
}

type Flags = Partial<Record<Capability, boolean>>

/**
 * Reads the capabilities in a model's entry of an engine's list; each engine has its own fields. llama.cpp has them in
 * an entry of a second list: `extraEntry`.
 */
export function readCapabilities(entry: JsonRecord, extraEntry?: JsonRecord): CapabilityFacts {
  const flags: Flags = {
    ...llamaCppFlags(entry, extraEntry),
    ...lmStudioFlags(entry),
    ...mistralFlags(entry),
    ...fireworksFlags(entry),
    ...(Array.isArray(entry['capabilities']) ? parleyFlags(entry['capabilities']) : openRouterFlags(entry)),
  }
  const capabilities = allCapabilities.filter((each) => flags[each] === true)
  const lacks = allCapabilities.filter((each) => flags[each] === false)
  const supported = readSupportedParameters(entry)
  return {
    ...(capabilities.length > 0 && { capabilities }),
    ...(lacks.length > 0 && { lacks }),
    ...(supported && { supported_parameters: supported }),
  }
}

/** Another Parley. It may leave out what it doesn't know, so an absent capability says nothing. */
function parleyFlags(list: readonly unknown[]): Flags {
  return Object.fromEntries(allCapabilities.filter((each) => list.includes(each)).map((each) => [each, true]))
}

function openRouterFlags({ architecture, supported_parameters: parameters }: JsonRecord): Flags {
  const input: unknown = isRecord(architecture) ? architecture['input_modalities'] : undefined
  return {
    ...(Array.isArray(input) && { vision: input.includes('image') }),
    ...(Array.isArray(parameters) && {
      function_calling: parameters.includes('tools'),
      structured_output: parameters.includes('structured_outputs'),
      reasoning: parameters.includes('reasoning'),
    }),
  }
}

function mistralFlags({ capabilities }: JsonRecord): Flags {
  if (!isRecord(capabilities)) return {}
  return { ...flag('vision', capabilities['vision']), ...flag('function_calling', capabilities['function_calling']) }
}

function fireworksFlags(entry: JsonRecord): Flags {
  return {
    ...flag('vision', entry['supports_image_input']),
    ...flag('function_calling', entry['supports_tools']),
  }
}

/** A list without `completion` has another meaning, such as the capabilities of an embedding model. */
function llamaCppFlags({ owned_by: owner }: JsonRecord, extraEntry: JsonRecord | undefined): Flags {
  const list = owner === 'llamacpp' ? extraEntry?.['capabilities'] : undefined
  return Array.isArray(list) && list.includes('completion') ? { vision: list.includes('multimodal') } : {}
}

function lmStudioFlags({ type }: JsonRecord): Flags {
  return type === 'vlm' || type === 'llm' ? { vision: type === 'vlm' } : {}
}

function flag(name: Capability, value: unknown): Flags {
  return typeof value === 'boolean' ? { [name]: value } : {}
}

/** OpenRouter's and Parley's list of accepted request fields. OpenRouter's may be empty, which says nothing. */
function readSupportedParameters({ supported_parameters: fields }: JsonRecord): string[] | undefined {
  if (!Array.isArray(fields)) return undefined
  const names = fields.flatMap((each) => (typeof each === 'string' ? [plainLine(each, 100)] : []))
  return names.length > 0 ? names : undefined
}

/** `unlisted`: neither one of the published types nor an embedding model, such as a reranking model. */
type ReadType = ModelType | 'embedding' | 'unlisted'

/** Values of `type` (Together, LM Studio) that aren't chat models. */
const typesByName: Readonly<Record<string, ReadType>> = {
  audio: 'text_to_speech',
  embedding: 'embedding',
  embeddings: 'embedding',
  image: 'image_generation',
  moderation: 'moderation',
  rerank: 'unlisted',
  transcribe: 'speech_to_text',
  video: 'unlisted',
}

const rerankingIds = /(?:^|[-_/.])(?:rerank|reranker)(?:$|[-_.:\d])/i

const embeddingIds =
  /(?:^|[-_/.])(?:embed|embedding|embeddings)(?:$|[-_.:\d])|(?:^|\/)(?:embeddinggemma|all-minilm|bge-)/i

/** Most engines don't state a type, so ids are the last resort. The first match applies. */
const typesById: readonly (readonly [RegExp, ModelType])[] = [
  [/whisper|transcribe|(?:^|[-_/.])asr(?:$|[-_.:])/i, 'speech_to_text'],
  [/(?:^|[-_/.])tts(?:$|[-_.:\d])/i, 'text_to_speech'],
  [/dall-e|gpt-image|stable-diffusion|(?:^|[-_/.])flux(?:$|[-_.:\d])/i, 'image_generation'],
  [/moderation|llama-guard/i, 'moderation'],
]

/**
 * What a model makes, by its entry in an engine's list or else by its id. Undefined for a chat model and where nothing
 * is known.
 */
export function readModelType(id: string, entry: JsonRecord): ReadType | undefined {
  const { type, model_type: published, architecture, capabilities, supports_chat: supportsChat } = entry
  const ours = modelTypes.find((each) => each === published)
  if (ours) return ours
  if (typeof type === 'string' && Object.hasOwn(typesByName, type)) return typesByName[type]
  if (rerankingIds.test(id)) return 'unlisted'
  if (embeddingIds.test(id)) return 'embedding'
  const output: unknown = isRecord(architecture) ? architecture['output_modalities'] : undefined
  if (Array.isArray(output) && output.includes('image') && !output.includes('text')) return 'image_generation'
  const byId = typesById.find(([pattern]) => pattern.test(id))?.[1]
  // Mistral and Fireworks say which models can't chat, but not what else they are.
  const cannotChat = supportsChat === false || (isRecord(capabilities) && capabilities['completion_chat'] === false)
  return byId ?? (cannotChat ? 'unlisted' : undefined)
}
