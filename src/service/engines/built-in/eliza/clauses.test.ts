import { describe, expect, it } from 'vitest'
import { clausesOf } from './clauses.ts'

describe('clausesOf', () => {
  it.each([
    ['I’m sad. You’re not!', ['I am sad', 'You are not']],
    ['well, my dog left but I stayed', ['well', 'my dog left', 'I stayed']],
    ["I cant sleep and I don't eat", ["I can't sleep and I don't eat"]],
    ['a well-known “quote” (aside)', ['a well-known', 'quote', 'aside']],
    ['… 🙂 ?!', []],
    ['Ça va? 漢字', ['Ça va', '漢字']],
  ])('cuts %j', (said, clauses) => {
    expect(clausesOf(said).map((words) => words.join(' '))).toEqual(clauses)
  })

  it('bounds what a hostile message can cost', () => {
    const clauses = clausesOf(`${'my '.repeat(100_000)}${'x'.repeat(100_000)}`)
    expect(Math.max(...clauses.map((words) => words.length))).toBeLessThanOrEqual(32)
  })
})
