/** Thrown when a schema needs more steps than it may take. */
export class OverBudget extends Error {}

/** Bounds the time that a schema can take: schemas come from callers, and a short one can describe endless work. */
export interface WorkBudget {
  /** The whole schema, which `$ref` points into. */
  readonly root: unknown
  /** Counts steps: one, or as many as a list is long. Throws `OverBudget` if there were too many. */
  step(count?: number): void
}

/** Starts a budget for one schema. */
export function createWorkBudget(root: unknown, maxSteps: number): WorkBudget {
  let left = maxSteps
  return {
    root,
    step(count = 1) {
      left -= count
      if (left < 0) throw new OverBudget('This schema takes too many steps.')
    },
  }
}
