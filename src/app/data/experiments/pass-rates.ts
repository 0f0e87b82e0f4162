import { experimentsDatabaseName, hasDatabase } from '#app/data/storage/databases.ts'
import type { MeasuredModel } from '#experiments/pass-rates.ts'
import type { StoredExperiment } from './experiments-db.ts'

/** How the models of a connection did in an experiment. */
export interface ExperimentRates {
  name: string
  /** By the id of the model. */
  rates: ReadonlyMap<string, Pick<MeasuredModel, 'passRate' | 'n'>>
}

/** Experiments by their ids, in the order in which they are offered. */
export type PassRates = ReadonlyMap<string, ExperimentRates>

/** The pass rates of a connection's models in those experiments whose last run gave it verdicts; null is the service itself. */
export function passRatesIn(
  experiments: readonly Pick<StoredExperiment, 'id' | 'definition' | 'measured'>[],
  connection: string | null,
): PassRates {
  return new Map(
    experiments.flatMap(({ id, definition, measured = [] }) => {
      const rates = new Map(measured.filter((each) => each.connection === connection).map((each) => [each.model, each]))
      return rates.size === 0 ? [] : [[id, { name: definition.name.trim() || 'Untitled experiment', rates }] as const]
    }),
  )
}

/** Those of the service's models in the experiments of this browser. */
export async function readPassRates(): Promise<PassRates> {
  if (!(await hasDatabase(experimentsDatabaseName))) return new Map()
  const { listExperiments } = await import('./experiments-db.ts')
  return passRatesIn(await listExperiments(), null)
}
