import { isRecord, type JsonRecord } from '#contract/json.ts'
import { isPlainId, plainLine, plainText } from '#contract/plain-text.ts'
import type { EngineModel } from '#service/engines/engine.ts'
import { refuse } from '#service/service-error.ts'
import { isPublishable, readAbilities } from './read-abilities.ts'
import { readPricing } from './read-pricing.ts'

/** Where engines tell how much a model holds, the surest first: what runs now before what the model was trained for. */
const contextFields = ['max_model_len', 'context_length', 'context_window', 'max_context_length']
const metaContextFields = ['n_ctx', 'n_ctx_train']

/** In characters; longer ones are no names. */
const longestName = 200
const longestDescription = 10_000

/** Younger than this, in seconds, and a date is the clock of an engine that stamps its models when asked. */
const justNow = 300

/** What engines write where the owner should stand: their own name, or a word for nobody. */
const noOwner = new Set(['library', 'llamacpp', 'organization_owner', 'system', 'vllm'])

/**
 * Reads an engine's answer to `GET /models`: a list under `data`, which may be null when there are none, or bare.
 * `now` is in Unix seconds. Throws a `ServiceError` when it is no list at all; an entry without an id that can be
 * shown in a line is left out, and so is one that says it is of no type that we publish, such as an embedding. Names and
 * descriptions become plain text.
 */
export function readModels(value: unknown, now: number): EngineModel[] {
  const list = isRecord(value) && 'data' in value ? value['data'] : value
  if (list === null && value !== null) return []
  if (!Array.isArray(list)) {
    throw refuse('upstream_invalid', 'The engine’s answer is not a list of models. Check that its base URL is right.')
  }
  const second: unknown = isRecord(value) ? value['models'] : undefined
  const beside = new Map(Array.isArray(second) ? second.filter(isRecord).map((each) => [each['name'], each]) : [])
  return list.filter(isRecord).flatMap((entry) => {
    const { id } = entry
    if (typeof id !== 'string' || !isPlainId(id) || !isPublishable(id, entry)) return []
    return [
      readModel(id, { ...withoutPath(id, entry['owned_by']), ...readAbilities(entry, beside.get(id)) }, entry, now),
    ]
  })
}

/**
 * The id to publish instead of one that is a path on the engine's machine, as llama.cpp's is where it was started with
 * `-m`: the file's name without `.gguf`.
 */
export function withoutPath(id: string, owner?: unknown): Pick<EngineModel, 'publishedAs'> {
  const isPath = /^(?:~|[a-z]:)?[/\\]/i.test(id) || (owner === 'llamacpp' && /^\.{1,2}[/\\]|\.gguf$/i.test(id))
  if (!isPath) return {}
  const name = id.split(/[/\\]/).findLast((part) => part !== '')
  const publishedAs = name?.replace(/\.gguf$/i, '') ?? ''
  return publishedAs === '' || publishedAs === id ? {} : { publishedAs }
}

function readModel(id: string, told: Partial<EngineModel>, entry: JsonRecord, now: number): EngineModel {
  const { active } = entry
  // Anthropic writes the date out.
  const created = entry['created'] ?? Date.parse(String(entry['created_at'])) / 1000
  const name = lineOf(entry['name'] ?? entry['display_name'])
  const description =
    typeof entry['description'] === 'string' ? plainText(entry['description'], longestDescription) : ''
  const owner = lineOf(entry['owned_by'])
  const meta = isRecord(entry['meta']) ? entry['meta'] : {}
  const context = firstCount(entry, contextFields) ?? firstCount(meta, metaContextFields)
  // llama.cpp and vLLM give the time of the question, which says nothing of the model and would change the list each time.
  const isDate = typeof created === 'number' && Number.isInteger(created) && created > 0 && created < now - justNow
  const pricing = readPricing(entry['pricing'])
  return {
    // Google puts its folder before every id, and takes them without it.
    id: owner === 'google' ? id.replace(/^models\//, '') : id,
    ...(name !== '' && { name }),
    ...(description !== '' && { description }),
    ...(owner !== '' && !noOwner.has(owner) && { owned_by: owner }),
    ...(isDate && { created }),
    ...(active === false && { status: 'inactive' as const }),
    ...(context !== undefined && { context_length: context }),
    ...(pricing && { pricing }),
    ...told,
  }
}

function lineOf(value: unknown): string {
  return typeof value === 'string' ? plainLine(value, longestName) : ''
}

function firstCount(fields: JsonRecord, names: readonly string[]): number | undefined {
  return names
    .map((name) => fields[name])
    .find((value): value is number => Number.isSafeInteger(value) && Number(value) >= 1)
}
