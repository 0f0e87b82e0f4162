import { expect, it } from 'vitest'
import { createTape, keepTape, tapeOf } from './exchange-recorder.ts'

function keep(replyId: string, heard: string) {
  const tape = createTape({ url: '/v1/chat/completions', key: null }, '{}', () => 0)
  keepTape(replyId, tape)
  tape.heard(heard)
}

const namesOf = (count: number) => Array.from({ length: count }, (_, place) => `${place}`)

it('keeps the latest replies, and of long ones fewer', () => {
  for (const name of namesOf(70)) keep(name, 'short')
  expect(namesOf(70).filter((name) => tapeOf(name))).toEqual(namesOf(70).slice(10))

  // The same text each time, so that it is held once.
  const long = 'x'.repeat(4_000_000)
  for (const name of namesOf(20)) keep(`long ${name}`, long)
  const kept = namesOf(20).filter((name) => tapeOf(`long ${name}`))
  expect(kept).toEqual(namesOf(20).slice(9))
  expect(tapeOf('69')).toBeUndefined()
})
