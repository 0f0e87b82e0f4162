import { expect, test } from 'vitest'
import { atEndOfTurn } from './response-writer.ts'

test('what is given in one turn is done at its end, in order', async () => {
  const done: string[] = []
  atEndOfTurn(() => done.push('first'))
  await Promise.resolve()
  atEndOfTurn(() => done.push('second'))
  expect(done).toEqual([])
  await new Promise(setImmediate)
  expect(done).toEqual(['first', 'second'])
})

test('what is given meanwhile waits for the end of the next turn', async () => {
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
