import { describe, expect, it } from 'vitest'
import { script } from './script.ts'

const rules = [...script.keywords.flatMap((keyword) => keyword.rules), script.memory]

describe('the script', () => {
  it('uses only captures that are never empty', () => {
    for (const { pattern, replies } of rules) {
      const captures = pattern
        .split(' ')
        .filter((element) => element === '*' || element === '+' || element.includes('|'))
      for (const reply of replies) {
        for (const [, place] of reply.matchAll(/\{(\d+)\}/g)) {
          expect(captures[Number(place) - 1], `${pattern} -> ${reply}`).toMatch(/^\+$|\|/)
        }
      }
    }
  })

  it('lists each word under only one keyword', () => {
    const words = script.keywords.flatMap((keyword) => keyword.words)
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
    expect(words.filter((word) => word !== word.toLowerCase())).toEqual([])
  })

  it('contains no reply twice', () => {
    const replies = new Set([...rules.map((rule) => rule.replies), script.fallback, script.silence])
    const sentences = [...replies].flat()
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
  })
})
