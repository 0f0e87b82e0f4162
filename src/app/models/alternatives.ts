import type { Model } from '#contract/model.ts'
import { estimateCost } from './cost-estimate.ts'
import { contextOf } from './context-of.ts'
import type { Workload } from './workload.ts'

/** What one might take instead of a model, the nearest first. */
export interface Alternatives {
  /** They cost less for the workload and can do all that it can. */
  cheaper: readonly Model[]
  /** They hold clearly more, cost no more for the workload, and can do all that it can. */
  larger: readonly Model[]
}

/** How many of each kind are worth reading. */
const few = 4

/** One model beside the one in question: its cost for the workload, and how far it is from it. */
interface Candidate {
  model: Model
  cost: number
  distance: number
}

/**
 * The closest alternatives to a model that the workload fits. Those that can be called now go first, then those closest
 * in price and context. None when the model's own price is unknown, as nothing can be said to be cheaper.
 */
export function alternativesOf(model: Model, models: readonly Model[], workload: Workload): Alternatives {
  // A model that is too small for the workload has the price that it would have.
  const own = estimateCost({ ...model, context_length_known: false }, workload)
  if (!own) return { cheaper: [], larger: [] }
  const candidates = models.flatMap((other): Candidate[] => {
    if (other.id === model.id || other.deprecated || other.status === 'deleted' || !canAll(other, model)) return []
    const cost = estimateCost(other, workload)?.perRequest
    if (cost === undefined || cost > own.perRequest) return []
    return [{ model: other, cost, distance: ratio(cost, own.perRequest) + contextDistance(model, other) }]
  })
  const sorted = candidates.toSorted(
    (one, other) =>
      Number(other.model.status === 'active') - Number(one.model.status === 'active') ||
      one.distance - other.distance ||
      (one.model.id < other.model.id ? -1 : 1),
  )
  return {
    cheaper: sorted
      .filter(({ cost }) => cost < own.perRequest)
      .map((candidate) => candidate.model)
      .slice(0, few),
    larger: sorted
      .map((candidate) => candidate.model)
      .filter((other) => isLarger(other, model))
      .slice(0, few),
  }
}

function canAll(other: Model, { capabilities = [] }: Model): boolean {
  return capabilities.every((each) => other.capabilities?.includes(each))
}

/** Below this, two contexts are one size that was counted in two ways: 1,000,000 and 1,048,576. */
const clearlyLarger = 1.1

function isLarger(other: Model, than: Model): boolean {
  // What is unknown is neither larger nor smaller than anything.
  return (contextOf(other) ?? Number.NaN) >= (contextOf(than) ?? Number.NaN) * clearlyLarger
}

/** As far apart as two sizes can be. */
const far = 8

/** How many powers of e two sizes are apart; a nothing is far from everything but itself. */
function ratio(one: number, other: number): number {
  if (one === other) return 0
  return one === 0 || other === 0 ? far : Math.min(far, Math.abs(Math.log(one / other)))
}

function contextDistance(one: Model, other: Model): number {
  const [context, others] = [contextOf(one), contextOf(other)]
  return context === undefined || others === undefined ? far : ratio(context, others)
}
