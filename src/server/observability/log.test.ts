import { expect, test } from 'vitest'
import { createLogTo } from './log.ts'

function collect() {
  const lines: unknown[] = []
  return { lines, write: (line: string) => void lines.push(JSON.parse(line)) }
}

test('a line has its level, time, fields and message', () => {
  const destination = collect()
  createLogTo('info', destination).info({ requestId: 'req_1', ms: 3, code: undefined }, 'chat finished')
  expect(destination.lines).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      requestId: 'req_1',
      ms: 3,
      msg: 'chat finished',
    },
  ])
})

test('lines below the level aren’t written', () => {
  const destination = collect()
  const log = createLogTo('warn', destination)
  log.info({ a: 1 }, 'no')
  log.warn({ a: 1 }, 'yes')
  expect(destination.lines).toMatchObject([{ level: 40, a: 1, msg: 'yes' }])
})
