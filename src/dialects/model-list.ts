import { isRecord, type JsonRecord } from '#contract/json.ts'
import type { Model, ModelType } from '#contract/model.ts'
import { isPlainId, plainLine, plainText } from '#contract/plain-text.ts'
import { type CapabilityFacts, readCapabilities, readModelType } from './capabilities.ts'
import { readPricing } from './pricing.ts'

/** Facts about a model that an engine, the reference catalogue or the operator can state. */
export type ModelFacts = Pick<
  Model,
  | 'author'
  | 'slug'
  | 'name'
  | 'description'
  | 'created'
  | 'owned_by'
  | 'status'
  | 'visibility'
  | 'pricing'
  | 'context_length'
  | 'model_type'
  | 'capabilities'
>

/** What an engine says about one of its models. Facts that it doesn't state are absent. */
export interface EngineModel extends Partial<ModelFacts>, CapabilityFacts {
  /** The engine's own id, which requests name. */
  id: string
  /** The id to publish instead, when the engine's own is a path on its machine. */
  publishedAs?: string
  /** The id in the engine's list, when requests should name another one. */
  listedAs?: string
  /** Why the model can't be called and what to do, as a sentence, when its engine knows. */
  problem?: string
  /** True when `pricing` is what the model's maker charges, not this engine. */
  list_price?: boolean
  /** True for a model that makes embeddings. It can be called but is not published: no model type fits it. */
  embeddings?: boolean
}

/** Published as `context_length` when it is unknown, together with `context_length_known: false`. */
export const assumedContextLength = 4096

/** In order of preference: the context a running model has comes before the one it was trained for. */
const contextFields = ['max_model_len', 'context_length', 'context_window', 'max_context_length']
const metaContextFields = ['n_ctx', 'n_ctx_train']

/** In characters. */
const maxNameLength = 200
const maxDescriptionLength = 10_000

/** In seconds. A younger date is the time of the request, which llama.cpp and vLLM give as the creation date. */
const minimumAge = 300

/** Values of `owned_by` that name no owner: the engine itself, or a placeholder. */
const placeholderOwners = new Set(['library', 'llamacpp', 'organization_owner', 'system', 'vllm'])

/**
 * Reads an engine's answer to `GET /models`: a list under `data`, which may be null when it is empty, or a bare list.
 * `now` is in Unix seconds. Undefined when the answer is not a list. Leaves out entries without a printable id, and
 * models of a type that is not published; embedding models are included on request. Names and descriptions become plain
 * text.
 */
export function readEngineModels(
  answer: unknown,
  now: number,
  { withEmbeddings = false }: { withEmbeddings?: boolean } = {},
): EngineModel[] | undefined {
  const list = isRecord(answer) && 'data' in answer ? answer['data'] : answer
  if (list === null && answer !== null) return []
  if (!Array.isArray(list)) return undefined
  // llama.cpp sends a second list, in Ollama's format.
  const extra: unknown = isRecord(answer) ? answer['models'] : undefined
  const extraEntries = new Map(Array.isArray(extra) ? extra.filter(isRecord).map((each) => [each['name'], each]) : [])
  return list.filter(isRecord).flatMap((entry) => {
    const { id } = entry
    if (typeof id !== 'string' || !isPlainId(id)) return []
    const type = readModelType(id, entry)
    if (type === 'unlisted' || (type === 'embedding' && !withEmbeddings)) return []
    const capabilities = readCapabilities(entry, extraEntries.get(id))
    return [
      {
        ...readIds(id, entry['owned_by']),
        ...readFacts(entry, now),
        ...typeFacts(type),
        ...capabilities,
      },
    ]
  })
}

/** A model that the settings name and its engine doesn't list: all that is known is its id. */
export function readNamedModel(id: string): EngineModel {
  const type = readModelType(id, {})
  return { ...readIds(id), ...typeFacts(type === 'unlisted' ? undefined : type) }
}

function typeFacts(type: ModelType | 'embedding' | undefined): Pick<EngineModel, 'model_type' | 'embeddings'> {
  if (type === 'embedding') return { embeddings: true }
  return type ? { model_type: type } : {}
}

/** The ids of a model that its engine lists or the settings name as `id`. `owner` is `owned_by`. */
function readIds(id: string, owner?: unknown): Pick<EngineModel, 'id' | 'publishedAs' | 'listedAs'> {
  // Google puts a folder before its ids and accepts them without it.
  if (owner === 'google' && /^models\/./.test(id)) return { id: id.slice('models/'.length), listedAs: id }
  // llama.cpp started with `-m` uses the path of the file as the id, and so does vLLM for a local folder.
  const isPath = /^(?:~|[a-z]:)?[/\\]/i.test(id) || (owner === 'llamacpp' && /^\.{1,2}[/\\]|\.gguf$/i.test(id))
  const fileName = isPath ? id.split(/[/\\]/).findLast((part) => part !== '') : undefined
  const publishedAs = fileName?.replace(/\.gguf$/i, '') ?? ''
  return publishedAs === '' || publishedAs === id ? { id } : { id, publishedAs }
}

function readFacts(entry: JsonRecord, now: number): Partial<EngineModel> {
  // Anthropic writes the date out.
  const created = entry['created'] ?? Date.parse(String(entry['created_at'])) / 1000
  const isDate = typeof created === 'number' && Number.isInteger(created) && created > 0 && created < now - minimumAge
  const name = readLine(entry['name'] ?? entry['display_name'])
  const description =
    typeof entry['description'] === 'string' ? plainText(entry['description'], maxDescriptionLength) : ''
  const owner = readLine(entry['owned_by'])
  const status = readStatus(entry)
  const context = readContextLength(entry)
  const pricing = readPricing(entry['pricing'])
  return {
    ...(name !== '' && { name }),
    ...(description !== '' && { description }),
    ...(owner !== '' && !placeholderOwners.has(owner) && { owned_by: owner }),
    ...(isDate && { created }),
    ...(status && { status }),
    ...(context !== undefined && { context_length: context }),
    ...(pricing && { pricing }),
    ...(pricing && entry['list_price'] === true && { list_price: true }),
  }
}

/** Groq has `active`; another Parley has our own words. */
function readStatus({ active, status }: JsonRecord): 'inactive' | 'pending' | undefined {
  if (active === false) return 'inactive'
  return status === 'inactive' || status === 'pending' ? status : undefined
}

function readContextLength(entry: JsonRecord): number | undefined {
  // Another Parley says so when its number is only an assumption.
  if (entry['context_length_known'] === false) return undefined
  const meta = isRecord(entry['meta']) ? entry['meta'] : {}
  return firstCount(entry, contextFields) ?? firstCount(meta, metaContextFields)
}

function readLine(value: unknown): string {
  return typeof value === 'string' ? plainLine(value, maxNameLength) : ''
}

function firstCount(fields: JsonRecord, names: readonly string[]): number | undefined {
  return names
    .map((name) => fields[name])
    .find((value): value is number => Number.isSafeInteger(value) && Number(value) >= 1)
}
