import { median } from './figures.ts'
import type { CommitTrace } from './commit-trace.ts'
import type { PartName } from './parts.ts'
import type { Run } from './run-once.ts'
import type { TargetName } from './targets.ts'

/** All runs, and their medians. */
export interface Results {
  add(part: PartName, target: TargetName, run: Run): void
  addTrace(part: PartName, target: TargetName, trace: CommitTrace): void
  /** The median of a figure; NaN without runs. */
  of(part: PartName, target: TargetName, figure: keyof Run): number
  traceOf(part: PartName, target: TargetName): CommitTrace | undefined
  /** Kilobytes of the playground's first scripts, compressed; undefined until measured. */
  firstScripts?: number
}

export function createResults(): Results {
  const runs = new Map<string, Run[]>()
  const traces = new Map<string, CommitTrace>()
  const keyOf = (part: PartName, target: TargetName) => `${part} of ${target}`
  return {
    add(part, target, run) {
      const key = keyOf(part, target)
      runs.set(key, [...(runs.get(key) ?? []), run])
    },
    addTrace: (part, target, trace) => void traces.set(keyOf(part, target), trace),
    traceOf: (part, target) => traces.get(keyOf(part, target)),
    of: (part, target, figure) => median((runs.get(keyOf(part, target)) ?? []).map((run) => run[figure])),
  }
}
