import type { Model } from '#contract/model.ts'
import { estimateCost } from './cost-estimate.ts'
import type { Workload } from './workload.ts'
import { contextOf } from './text-models.ts'

/** Alternatives to a model, closest first. */
export interface Alternatives {
  /** Cost less for the workload, with the same capabilities. */
  cheaper: readonly Model[]
  /** Have a clearly larger context and the same capabilities, and cost no more for the workload. */
  larger: readonly Model[]
}

/** How many of each kind to show. */
const maxAlternatives = 4

/** A possible alternative: its cost for the workload, and how different it is. */
interface Candidate {
  model: Model
  cost: number
  distance: number
}

/**
 * The closest alternatives that the workload fits: callable ones first, then by price and context. None if the model's own
 * price is unknown, as there is nothing to compare with.
 */
export function alternativesOf(model: Model, models: readonly Model[], workload: Workload): Alternatives {
  // Ignores the context: a model too small for the workload is compared by the price it would have.
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
      .slice(0, maxAlternatives),
    larger: sorted
      .map((candidate) => candidate.model)
      .filter((other) => isLarger(other, model))
      .slice(0, maxAlternatives),
  }
}

function canAll(other: Model, { capabilities = [] }: Model): boolean {
  return capabilities.every((each) => other.capabilities?.includes(each))
}

/** Below this ratio, two contexts are the same size counted differently: 1,000,000 and 1,048,576. */
const clearlyLarger = 1.1

function isLarger(other: Model, than: Model): boolean {
  // NaN compares as false: an unknown context is neither larger nor smaller.
  return (contextOf(other) ?? Number.NaN) >= (contextOf(than) ?? Number.NaN) * clearlyLarger
}

/** The largest distance between two sizes. */
const far = 8

/** The distance of two sizes on a logarithmic scale; 0 is far from everything else. */
function ratio(one: number, other: number): number {
  if (one === other) return 0
  return one === 0 || other === 0 ? far : Math.min(far, Math.abs(Math.log(one / other)))
}

function contextDistance(one: Model, other: Model): number {
  const [context, others] = [contextOf(one), contextOf(other)]
  return context === undefined || others === undefined ? far : ratio(context, others)
}
