import { type JsonRecord, isRecord } from '#contract/json.ts'
import type { Capability } from '#contract/model.ts'
import { type EngineModel, readEngineModels } from '#dialects/model-list.ts'
import { countIn } from '#dialects/translation.ts'

/** What requests to a model depend on. Absent where the list doesn't say. */
export interface MessagesModel {
  /** In tokens. */
  maxOutput?: number
  /** How it is told to think: as much as it needs, or up to a budget of tokens. */
  thinking?: 'adaptive' | 'budget' | 'none'
  hasEffort?: boolean
}

/** One page of Anthropic's `GET /v1/models`. `next` is the id to go on after. */
export interface MessagesModelPage {
  models: EngineModel[]
  profiles: [id: string, model: MessagesModel][]
  next?: string
}

/** Reads a page; undefined if the answer isn't a list. `now` is in Unix seconds. */
export function readMessagesModels(answer: unknown, now: number): MessagesModelPage | undefined {
  if (!isRecord(answer) || !Array.isArray(answer['data'])) return undefined
  const entries = answer['data'].filter(isRecord)
  const models = readEngineModels({ data: entries.map(commonEntry) }, now) ?? []
  const facts = new Map(entries.map((entry) => [entry['id'], entry]))
  const { has_more: hasMore, last_id: last } = answer
  return {
    models: models.map((model) => ({ ...model, ...factsOf(facts.get(model.id) ?? {}) })),
    profiles: models.map(({ id }) => [id, profileOf(facts.get(id) ?? {})]),
    ...(hasMore === true && typeof last === 'string' && { next: last }),
  }
}

/** The entry in the words of other lists. Its capabilities are read here. */
function commonEntry({ capabilities: _own, type: _model, ...entry }: JsonRecord): JsonRecord {
  const context = countIn(entry, 'max_input_tokens')
  return { ...entry, ...(context !== undefined && { context_length: context }) }
}

const capabilityNames: readonly (readonly [string, Capability])[] = [
  ['image_input', 'vision'],
  ['structured_outputs', 'structured_output'],
  ['thinking', 'reasoning'],
]

function factsOf({ capabilities, lifecycle }: JsonRecord): Partial<EngineModel> {
  const retired = lifecycle === 'retired' ? { status: 'inactive' as const } : {}
  if (!isRecord(capabilities)) return retired
  const said = capabilityNames.map(([own, name]) => [name, supports(capabilities, own)] as const)
  const having = said.flatMap(([name, isSupported]) => (isSupported === true ? [name] : []))
  const lacks = said.flatMap(([name, isSupported]) => (isSupported === false ? [name] : []))
  return { ...retired, capabilities: ['streaming', 'function_calling', ...having], ...(lacks.length > 0 && { lacks }) }
}

function profileOf(entry: JsonRecord): MessagesModel {
  const maxOutput = countIn(entry, 'max_tokens')
  const { capabilities } = entry
  const limit = maxOutput !== undefined && maxOutput >= 1 ? { maxOutput } : {}
  if (!isRecord(capabilities)) return limit
  const effort = supports(capabilities, 'effort')
  return { ...limit, ...readThinking(capabilities), ...(effort !== undefined && { hasEffort: effort }) }
}

function readThinking(capabilities: JsonRecord): Pick<MessagesModel, 'thinking'> {
  const { thinking } = capabilities
  if (!isRecord(thinking)) return {}
  if (thinking['supported'] === false) return { thinking: 'none' }
  const types = isRecord(thinking['types']) ? thinking['types'] : {}
  if (supports(types, 'adaptive') === true) return { thinking: 'adaptive' }
  return supports(types, 'enabled') === true ? { thinking: 'budget' } : {}
}

function supports(fields: JsonRecord, name: string): boolean | undefined {
  const value = fields[name]
  return isRecord(value) && typeof value['supported'] === 'boolean' ? value['supported'] : undefined
}
