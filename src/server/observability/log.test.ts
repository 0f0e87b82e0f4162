import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { createLogTo } from './log.ts'

function collect() {
  const lines: string[] = []
  return { lines, write: (line: string) => void lines.push(line) }
}

const field = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined))

test('a line is what the library makes of it, whatever its fields', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  const value = fc.oneof(field, fc.array(field), fc.dictionary(fc.string(), field))
  const fields = fc.dictionary(fc.string(), value, { noNullPrototype: true })
  fc.assert(
    fc.property(fields, fc.string(), fc.constantFrom('info', 'warn', 'error'), (said, message, level) => {
      const [ours, theirs] = [collect(), collect()]
      createLogTo('info', ours)[level](said, message)
      pino({ level: 'info' }, theirs)[level](said, message)
      expect(ours.lines).toEqual(theirs.lines)
    }),
  )
  vi.useRealTimers()
})

test('what lies under the level is not written', () => {
  const lines = collect()
  const log = createLogTo('warn', lines)
  log.info({ a: 1 }, 'no')
  log.warn({ a: 1 }, 'yes')
  expect(lines.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ level: 40, a: 1, msg: 'yes' }])
})
