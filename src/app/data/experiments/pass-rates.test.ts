import { expect, it } from 'vitest'
import { anyDefinition } from '#experiments/experiments.test-support.ts'
import { passRatesIn } from './pass-rates.ts'

it('has the models of one connection, of experiments that gave them verdicts', () => {
  const own = { connection: null, model: 'm1', passRate: 0.5, n: 4 }
  const other = { connection: 'c', model: 'm1', passRate: 1, n: 4 }
  const experiments = [
    { id: 'both', definition: anyDefinition({ name: ' Words ' }), measured: [own, other] },
    { id: 'other', definition: anyDefinition({ name: 'Elsewhere' }), measured: [other] },
    { id: 'empty', definition: anyDefinition({ name: 'Empty' }), measured: [] },
    { id: 'new', definition: anyDefinition({ name: 'Never run' }) },
    { id: 'nameless', definition: anyDefinition(), measured: [own] },
  ]
  expect([...passRatesIn(experiments, null)]).toEqual([
    ['both', { name: 'Words', rates: new Map([['m1', own]]) }],
    ['nameless', { name: 'Untitled experiment', rates: new Map([['m1', own]]) }],
  ])
  expect([...passRatesIn(experiments, 'c').keys()]).toEqual(['both', 'other'])
})
