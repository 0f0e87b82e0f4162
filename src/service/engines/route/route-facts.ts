import type { Capability, Model, PriceMetric } from '#contract/model.ts'
import type { EngineModel } from '#dialects/model-list.ts'

/** One engine and model that a route may ask. */
export interface RouteMember {
  /** The name of an engine. */
  engine: string
  /** The engine's own id of a model, or the id under which it is published. */
  model: string
  /** How often it is asked first, relative to the others. */
  weight?: number | undefined
}

/** What is known about a member: its published model, and what its engine says it lacks. Undefined: it isn't served. */
export type MemberFacts = { model: Model; lacks: readonly Capability[]; embeddings: boolean } | undefined

/** What is published about a route: only what is true of every member that is served. */
export function routeFacts(name: string, members: readonly RouteMember[], facts: readonly MemberFacts[]): EngineModel {
  const served = facts.flatMap((each) => each ?? [])
  const models = served.map(({ model }) => model)
  const [first] = models
  const contexts = models.map((model) => (model.context_length_known === false ? undefined : model.context_length))
  const context = contexts.every((each) => each !== undefined) ? Math.min(...contexts) : undefined
  const capabilities = shared(models.map((model) => model.capabilities))
  const parameters = shared(models.map((model) => model.supported_parameters))
  const lacks = [...new Set(served.flatMap((each) => each.lacks))]
  const isSame = (of: (model: Model) => unknown) => new Set(models.map((model) => JSON.stringify(of(model)))).size === 1
  return {
    id: name,
    name,
    description: describe(members),
    status: models.some(({ status }) => status === 'active') ? 'active' : 'inactive',
    ...(context !== undefined && first && { context_length: context }),
    ...(capabilities && { capabilities }),
    ...(parameters && { supported_parameters: parameters }),
    ...(lacks.length > 0 && { lacks }),
    ...(first && isSame((model) => model.model_type) && { model_type: first.model_type }),
    ...pricingOf(models),
    ...(served.some(({ embeddings }) => embeddings) && { embeddings: true }),
  }
}

function describe(members: readonly RouteMember[]): string {
  const names = members.map(({ engine, model }) => `${model} (${engine})`)
  const [only = ''] = names
  if (names.length === 1) return `A route to ${only}.`
  if (!isWeighted(members))
    return `A route: ${names.join(', then ')}. The next one is asked if one fails before it replies.`
  return `A route that distributes requests: ${names.join(', ')}. Another one is asked if one fails before it replies.`
}

/** Whether the order is drawn by weight. */
function isWeighted(members: readonly RouteMember[]): boolean {
  return members.some(({ weight }) => weight !== undefined)
}

/** The metric whose rate applies if a price has none for its own. */
const basicMetrics: Partial<Record<PriceMetric, PriceMetric>> = {
  cached_input_tokens: 'input_tokens',
  reasoning_tokens: 'output_tokens',
}

/** The members' price if they agree, else the highest rate of each metric, so that no member costs more than stated. */
function pricingOf(models: readonly Model[]): Pick<EngineModel, 'pricing' | 'list_price'> {
  const priced = models.filter(({ pricing }) => pricing.length > 0)
  const [first] = priced
  if (!first) return {}
  const isListPrice = priced.every((model) => model.list_price === true) && { list_price: true }
  if (priced.every(({ pricing }) => JSON.stringify(pricing) === JSON.stringify(first.pricing))) {
    return { pricing: first.pricing, ...isListPrice }
  }
  const metrics = new Set(priced.flatMap(({ pricing }) => pricing.map(({ metric }) => metric)))
  const pricing = [...metrics].map((metric) => ({
    metric,
    rate: Math.max(...priced.flatMap((model) => ratesOf(model, metric) ?? [])),
  }))
  return { pricing, ...isListPrice }
}

function ratesOf({ pricing }: Model, metric: PriceMetric): number[] | undefined {
  const basic = basicMetrics[metric]
  const price = pricing.find((each) => each.metric === metric) ?? pricing.find((each) => each.metric === basic)
  return price && [price.rate, ...(price.tiers ?? []).map(({ rate }) => rate)]
}

/** The items in all lists. Undefined if one of the lists is unknown, or there is none. */
function shared<T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined {
  const [first, ...others] = lists
  if (!first || others.includes(undefined)) return undefined
  return first.filter((item) => others.every((list) => list?.includes(item)))
}

/**
 * The members in the order in which they are asked: as written, or drawn by weight. A member without a weight has 1, one of
 * weight 0 comes last. `random` returns a number from 0 to 1.
 */
export function orderMembers(members: readonly RouteMember[], random: () => number): readonly RouteMember[] {
  if (!isWeighted(members)) return members
  const left = [...members]
  const ordered: RouteMember[] = []
  while (left.length > 0) {
    const total = left.reduce((sum, { weight = 1 }) => sum + weight, 0)
    let point = random() * total
    const drawn = left.findIndex(({ weight = 1 }) => {
      point -= weight
      return point < 0
    })
    ordered.push(...left.splice(Math.max(0, drawn), 1))
  }
  return ordered
}
