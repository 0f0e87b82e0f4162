import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Dexie } from 'dexie'
import { beforeAll, expect, test } from 'vitest'
import { readDefinition } from '#experiments/definition.ts'
import { anyDefinition } from '#experiments/experiments.test-support.ts'
import {
  addExperiment,
  deleteExperiment,
  ExperimentsDb,
  listExperiments,
  resultsOf,
  resultsOfModel,
  takeFromOthers,
} from './experiments-db.ts'

beforeAll(() => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
})

const reply = { text: 'Hi', reasoning: '', toolCalls: [], latencyMs: 100, rounds: 1 }
const done = (key: string, date = 5) => ({ key, date, attempts: 1, state: 'done' as const, reply })

// The rows as version 1 wrote them. Never change these; a new version adds its own test.
test('opens a database of the first version', async () => {
  const old = new Dexie('first')
  old.version(1).stores({
    experiments: 'id, updatedAt',
    results: '[experimentId+key], experimentId, key, [experimentId+date]',
  })
  const definition = {
    parleyExperiment: 1,
    name: 'Words',
    prompt: { messages: [{ role: 'user', content: 'Say {{word}}' }], tools: [] },
    variants: [{ id: 'v', name: '', connection: null, model: 'm', parameters: {} }],
    cases: [{ id: 'c', values: { word: 'hi' }, assertions: [], note: '' }],
    repeats: 1,
    assertions: [],
    threshold: 1,
    concurrency: 4,
  }
  await old.table('experiments').put({ id: 'a', definition, createdAt: 1, updatedAt: 2, run: null })
  await old.table('results').put({ ...done('k'), experimentId: 'a' })
  old.close()
  const db = new ExperimentsDb('first')
  const [experiment] = await listExperiments(db)
  expect(experiment).toEqual({ id: 'a', definition, createdAt: 1, updatedAt: 2, run: null })
  expect(readDefinition(experiment?.definition)).toEqual(definition)
  expect(await resultsOf('a', 0, db)).toEqual([{ ...done('k'), experimentId: 'a' }])
  expect(await db.votes.count()).toBe(0)
  db.close()
})

test('deletes an experiment with its results, and brings both back', async () => {
  const db = new ExperimentsDb('deleted')
  const id = await addExperiment(anyDefinition(), [done('k1'), done('k2')], [], db)
  const other = await addExperiment(anyDefinition(), [done('k1')], [], db)
  await db.votes.put({ experimentId: id, pair: 'k1 k2', verdict: 'first', date: 5 })
  await db.ratings.put({ experimentId: id, key: 'k1', rating: 'pass', note: 'Good.' })
  const restore = await deleteExperiment(id, db)
  expect([await db.votes.count(), await db.ratings.count()]).toEqual([0, 0])
  expect(await db.results.count()).toBe(1)
  expect((await listExperiments(db)).map((each) => each.id)).toEqual([other])
  await restore()
  expect(await resultsOf(id, 0, db)).toHaveLength(2)
  expect(await db.experiments.count()).toBe(2)
  expect([await db.votes.count(), await db.ratings.count()]).toEqual([1, 1])
  db.close()
})

test('takes replies to the same request from other experiments, but no failures and nothing imported', async () => {
  const db = new ExperimentsDb('shared')
  const failed = { key: 'k2', date: 5, attempts: 3, state: 'failed' as const, message: 'No.', code: 'x' }
  const called = { ...done('k1'), model: 'm', connection: null }
  await addExperiment(anyDefinition(), [called, failed, done('k3')], [], db)
  const id = await addExperiment(anyDefinition(), [], [], db)
  expect((await takeFromOthers(id, ['k1', 'k2', 'k3'], db)).map(({ key }) => key)).toEqual(['k1'])
  expect(await resultsOf(id, 0, db)).toHaveLength(1)
  expect(await resultsOf(id, 6, db)).toHaveLength(0)
  db.close()
})

test('finds the newest results of a model, as this browser measured them', async () => {
  const db = new ExperimentsDb('measured')
  const definition = anyDefinition({
    variants: [
      { id: 'a', model: 'm1' },
      { id: 'b', model: 'm2' },
    ],
  })
  const own = (key: string, date: number) => ({ ...done(key, date), model: 'm1', connection: null })
  const results = [
    own('old', 1),
    own('new', 3),
    { ...own('elsewhere', 4), connection: 'c' },
    { ...own('other', 5), model: 'm2' },
    done('imported', 6),
  ]
  await addExperiment(definition, results, [], db)
  await addExperiment(anyDefinition({ variants: [{ id: 'a', model: 'm3' }] }), [own('replaced', 7)], [], db)
  const keys = async (most: number) => (await resultsOfModel(null, 'm1', most, db)).map(({ key }) => key)
  expect(await keys(100)).toEqual(['new', 'old'])
  expect(await keys(4)).toEqual(['new'])
  db.close()
})
