import { isRecord, type JsonRecord } from '#contract/json.ts'
import { capability, type Capability, type ModelType } from '#contract/model.ts'
import { plainLine } from '#contract/plain-text.ts'
import type { EngineModel } from '#service/engines/engine.ts'

/** What an engine calls a model's kind, where it is one of ours. */
const types: Readonly<Record<string, ModelType>> = {
  audio: 'text_to_speech',
  image: 'image_generation',
  moderation: 'moderation',
  transcribe: 'speech_to_text',
}

/** Whether an entry may be of a type that we publish: embeddings and rerankers are listed among the others. */
export function isPublishable(id: string, { type }: JsonRecord): boolean {
  if (typeof type === 'string' && /^(?:embeddings?|rerank|video)$/.test(type)) return false
  return !/(?:^|[-_/.])(?:embed|embedding|embeddings|rerank|reranker)(?:$|[-_.:\d])/i.test(id)
}

type Told = Pick<EngineModel, 'model_type' | 'capabilities' | 'lacks' | 'supported_parameters'>

/**
 * What an engine's list says that a model makes and can do, and cannot: each engine in fields of its own. llama.cpp says
 * it in an entry of a second list, `beside`.
 */
export function readAbilities(entry: JsonRecord, beside?: JsonRecord): Told {
  const told: Abilities = {
    ...fromLlamaCpp(entry, beside),
    ...fromLMStudio(entry),
    ...fromMistral(entry),
    ...fromFireworks(entry),
    ...fromOpenRouter(entry),
  }
  const capabilities = capability.options.filter((each) => told[each] === true)
  const lacks = capability.options.filter((each) => told[each] === false)
  const type = typeOf(entry)
  return {
    ...(type && { model_type: type }),
    ...(capabilities.length > 0 && { capabilities }),
    ...(lacks.length > 0 && { lacks }),
    ...supportOf(entry),
  }
}

type Abilities = Partial<Record<Capability, boolean>>

function fromOpenRouter({ architecture, supported_parameters: parameters }: JsonRecord): Abilities {
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

function fromMistral({ capabilities }: JsonRecord): Abilities {
  if (!isRecord(capabilities)) return {}
  return { ...flag('vision', capabilities['vision']), ...flag('function_calling', capabilities['function_calling']) }
}

function fromFireworks(entry: JsonRecord): Abilities {
  return {
    ...flag('vision', entry['supports_image_input']),
    ...flag('function_calling', entry['supports_tools']),
  }
}

/** Without `completion` they are capabilities of another kind, and tell nothing. */
function fromLlamaCpp({ owned_by: owner }: JsonRecord, beside: JsonRecord | undefined): Abilities {
  const able = owner === 'llamacpp' ? beside?.['capabilities'] : undefined
  return Array.isArray(able) && able.includes('completion') ? { vision: able.includes('multimodal') } : {}
}

function fromLMStudio({ type }: JsonRecord): Abilities {
  return type === 'vlm' || type === 'llm' ? { vision: type === 'vlm' } : {}
}

function flag(ability: Capability, value: unknown): Abilities {
  return typeof value === 'boolean' ? { [ability]: value } : {}
}

/** OpenRouter's list of the fields that a model takes; an empty one tells nothing. */
function supportOf({ supported_parameters: fields }: JsonRecord): Pick<Told, 'supported_parameters'> {
  if (!Array.isArray(fields)) return {}
  const names = fields.flatMap((each) => (typeof each === 'string' ? [plainLine(each, 100)] : []))
  return names.length > 0 ? { supported_parameters: names } : {}
}

function typeOf({ type, architecture }: JsonRecord): ModelType | undefined {
  if (typeof type === 'string' && Object.hasOwn(types, type)) return types[type]
  const output: unknown = isRecord(architecture) ? architecture['output_modalities'] : undefined
  if (!Array.isArray(output) || output.includes('text')) return undefined
  return output.includes('image') ? 'image_generation' : undefined
}
