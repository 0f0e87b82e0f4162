// First, as the definition of experiments is read with zod.
// oxlint-disable-next-line import/no-unassigned-import -- it only configures zod
import '#app/data/calls/zod-without-eval.ts'
import { Dexie, type Table } from 'dexie'
import { newId } from '#app/data/message.ts'
import { experimentsDatabaseName } from '#app/data/storage/databases.ts'
import type { Definition } from '#experiments/definition.ts'
import type { MeasuredModel } from '#experiments/pass-rates.ts'
import type { CellResult } from '#experiments/results.ts'
import type { Rating } from '#experiments/score.ts'

/** A run of an experiment. */
export interface StoredRun {
  /** In milliseconds since the epoch. Earlier results came from the cache. */
  startedAt: number
  /** Whether it makes all calls again: earlier results then don't count until it has ended. */
  isFresh: boolean
  /** False while it runs, and after it was cut off or stopped. */
  hasEnded: boolean
  /** What calls that left no result may have cost, in US dollars: those that failed or were stopped. Absent before it ended. */
  lost?: number
}

/** An experiment as it is saved. Times are milliseconds since the epoch. */
export interface StoredExperiment {
  id: string
  definition: Definition
  createdAt: number
  updatedAt: number
  /** The last run; null before the first. */
  run: StoredRun | null
  /** What the last run that ended found of each model. Absent before, and in rows of earlier versions: it has no index. */
  measured?: MeasuredModel[]
}

/**
 * A result of an experiment. The model and its connection are those that this browser called; absent in imported results,
 * which were measured elsewhere.
 */
export type StoredResult = CellResult & { experimentId: string; model?: string; connection?: string | null }

/** What a person says of two replies to the same case. `first` and `second` are in the order of `pair`. */
export interface StoredVote {
  experimentId: string
  /** The keys of the two results, the smaller first, with a space between. */
  pair: string
  verdict: 'first' | 'second' | 'tie' | 'bad'
  /** The dates of the two results, in that order. Absent in votes of earlier versions, which count for all. */
  dates?: readonly [number, number]
  /** In milliseconds since the epoch. */
  date: number
}

/** What a person says of one reply. */
export interface StoredRating extends Rating {
  experimentId: string
  /** The key of the result. */
  key: string
  /** The date of the result. Absent in ratings of earlier versions, which count for all. */
  date?: number
}

/** The database of experiments. Add a version to change its schema; never edit one. */
export class ExperimentsDb extends Dexie {
  readonly experiments: Table<StoredExperiment, string>
  readonly results: Table<StoredResult, [experimentId: string, key: string]>
  readonly votes: Table<StoredVote, [experimentId: string, pair: string]>
  readonly ratings: Table<StoredRating, [experimentId: string, key: string]>

  constructor(name: string = experimentsDatabaseName) {
    super(name)
    this.version(1).stores({
      experiments: 'id, updatedAt',
      results: '[experimentId+key], experimentId, key, [experimentId+date]',
    })
    this.version(2).stores({
      votes: '[experimentId+pair], experimentId',
      ratings: '[experimentId+key], experimentId',
    })
    this.experiments = this.table('experiments')
    this.results = this.table('results')
    this.votes = this.table('votes')
    this.ratings = this.table('ratings')
  }
}

/** The database of this browser. */
export const experimentsDb = new ExperimentsDb()

/** All experiments, the one that was changed last first. */
export function listExperiments(db = experimentsDb): Promise<StoredExperiment[]> {
  return db.experiments.toArray().then((list) => list.toSorted((one, other) => other.updatedAt - one.updatedAt))
}

/** Saves a new experiment, and results and ratings if it comes with some. Returns its id. */
export async function addExperiment(
  definition: Definition,
  results: readonly CellResult[] = [],
  ratings: readonly Omit<StoredRating, 'experimentId'>[] = [],
  db = experimentsDb,
): Promise<string> {
  const id = newId()
  const now = Date.now()
  await db.transaction('rw', db.experiments, db.results, db.ratings, async () => {
    await db.experiments.add({ id, definition, createdAt: now, updatedAt: now, run: null })
    await db.results.bulkPut(results.map((each) => ({ ...each, experimentId: id })))
    await db.ratings.bulkPut(ratings.map((each) => ({ ...each, experimentId: id })))
  })
  return id
}

/** Deletes an experiment with all that belongs to it. Returns what brings it back. */
export function deleteExperiment(id: string, db = experimentsDb): Promise<() => Promise<void>> {
  const tables = [db.experiments, db.results, db.votes, db.ratings]
  return db.transaction('rw', tables, async () => {
    const experiment = await db.experiments.get(id)
    const [results, votes, ratings] = await Promise.all([
      db.results.where({ experimentId: id }).toArray(),
      db.votes.where({ experimentId: id }).toArray(),
      db.ratings.where({ experimentId: id }).toArray(),
    ])
    await Promise.all([db.results, db.votes, db.ratings].map((each) => each.where({ experimentId: id }).delete()))
    await db.experiments.delete(id)
    return () =>
      db.transaction('rw', tables, async () => {
        if (experiment) await db.experiments.put(experiment)
        await Promise.all([db.results.bulkPut(results), db.votes.bulkPut(votes), db.ratings.bulkPut(ratings)])
      })
  })
}

/** All results of an experiment, or those since a time in milliseconds since the epoch. */
export function resultsOf(id: string, since = 0, db = experimentsDb): Promise<StoredResult[]> {
  if (since === 0) return db.results.where({ experimentId: id }).toArray()
  return db.results.where('[experimentId+date]').between([id, since], [id, Dexie.maxKey], true, true).toArray()
}

/**
 * The replies that other experiments have under these keys, saved for this one, too: the same request was answered before.
 */
export function takeFromOthers(id: string, keys: readonly string[], db = experimentsDb): Promise<StoredResult[]> {
  return db.transaction('rw', db.results, async () => {
    const rows = await db.results.where('key').anyOf(keys).toArray()
    // Without a model it was imported: a file may say anything, so it counts only in its own experiment.
    const own = rows.filter(({ state, model }) => state === 'done' && model !== undefined)
    const found = new Map(own.map((row) => [row.key, row]))
    const taken = [...found.values()].map((row) => ({ ...row, experimentId: id }))
    await db.results.bulkPut(taken)
    return taken
  })
}

/** The newest results of a model of a connection that this browser has called, of at most so many in all. */
export async function resultsOfModel(
  connection: string | null,
  model: string,
  most: number,
  db = experimentsDb,
): Promise<StoredResult[]> {
  const isOne = (each: { connection?: string | null; model?: string }) =>
    each.model === model && (each.connection ?? null) === connection
  const found: StoredResult[] = []
  let left = most
  // No index has the model of a result, so only experiments that name it are read.
  for (const { id, definition, measured = [] } of await listExperiments(db)) {
    if (left <= 0) break
    if (![...definition.variants, ...measured].some(isOne)) continue
    const ofExperiment = db.results.where('[experimentId+date]').between([id, Dexie.minKey], [id, Dexie.maxKey])
    // oxlint-disable-next-line unicorn/no-array-reverse -- a query, which goes backwards through the index
    const rows = await ofExperiment.reverse().limit(left).toArray()
    left -= rows.length
    found.push(...rows.filter(isOne))
  }
  return found
}
