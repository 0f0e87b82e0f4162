import type { Definition } from './definition.ts'
import type { JudgedCell } from './export/results-table.ts'
import { summarize } from './summary.ts'

/** How a model did in an experiment. */
export interface MeasuredModel {
  /** The connection that called it; null is the service itself. */
  connection: string | null
  model: string
  /** The share of passing repeats, from 0 to 1. */
  passRate: number
  /** Cases with a verdict. */
  n: number
}

/** The pass rate of each model that has a verdict, in the order of the variants. Of several variants with one model, the best counts. */
export function passRatesOf(definition: Definition, judged: readonly JudgedCell[]): MeasuredModel[] {
  const best = new Map<string, MeasuredModel>()
  for (const { variant, passRate, cases } of summarize(definition, judged)) {
    const { connection, model } = variant
    if (!passRate) continue
    const name = JSON.stringify([connection, model])
    const before = best.get(name)
    if (before && isBetter(before, passRate.value, cases)) continue
    best.set(name, { connection, model, passRate: passRate.value, n: cases })
  }
  return [...best.values()]
}

/** Of equal rates, the one of more cases says more. */
function isBetter({ passRate, n }: MeasuredModel, otherRate: number, otherCases: number): boolean {
  return passRate > otherRate || (passRate === otherRate && n >= otherCases)
}
