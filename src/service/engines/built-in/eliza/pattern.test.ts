import { describe, expect, it } from 'vitest'
import { parsePattern } from './pattern.ts'

describe('parsePattern', () => {
  it.each([
    ['* i feel +', 'today I feel rather small', ['today', 'rather small']],
    ['* i feel +', 'I feel', undefined],
    ['*', '', ['']],
    ['+', '', undefined],
    ['* my +', 'my dog and my cat', ['', 'dog and my cat']],
    ['* my sister|brother *', 'why does my Brother sing', ['why does', 'Brother', 'sing']],
    ['* a * b *', 'x a y a z b', ['x', 'y a z', '']],
    ['i am', 'i am here', undefined],
  ])('takes %j from %j', (pattern, said, taken) => {
    const words = said.split(' ').filter(Boolean)
    expect(
      parsePattern(pattern)
        .match(words)
        ?.map((run) => run.join(' ')),
    ).toEqual(taken)
  })
})
