import { expect, test } from 'vitest'
import { atEndOfTurn } from './response-writer.ts'

test('runs everything scheduled in one turn at its end, in order', async () => {
  const done: string[] = []
  atEndOfTurn(() => done.push('first'))
  await Promise.resolve()
  atEndOfTurn(() => done.push('second'))
  expect(done).toEqual([])
  await new Promise(setImmediate)
  expect(done).toEqual(['first', 'second'])
})

test('runs what is scheduled meanwhile at the end of the next turn', async () => {
  const done: string[] = []
  atEndOfTurn(() => {
    done.push('first')
    atEndOfTurn(() => done.push('second'))
  })
  await new Promise(setImmediate)
  expect(done).toEqual(['first'])
  await new Promise(setImmediate)
  expect(done).toEqual(['first', 'second'])
})
