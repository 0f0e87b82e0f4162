/** Thrown when a schema needs more steps than it may take. */
export class OverBudget extends Error {}

/** Bounds the time that a schema can take: schemas come from callers, and a short one can describe endless work. */
export interface WorkBudget {
  /** The whole schema, which `$ref` points into. */
  readonly root: unknown
  /** Counts one step. Throws `OverBudget` if there were too many. */
  step(): void
}

/** Starts a budget for one schema. */
export function createWorkBudget(root: unknown, maxSteps: number): WorkBudget {
  let left = maxSteps
  return {
    root,
    step() {
      if (--left < 0) throw new OverBudget('This schema takes too many steps.')
    },
  }
}
