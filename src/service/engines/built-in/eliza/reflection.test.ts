import { describe, expect, it } from 'vitest'
import { reflect } from './reflection.ts'

describe('reflect', () => {
  it.each([
    ['my mother hates me', 'your mother hates you'],
    ['I am tired', 'you are tired'],
    ['you are cold to me', 'I am cold to you'],
    ['thinking about you', 'thinking about me'],
    ['you never listen to yourself', 'I never listen to myself'],
    ['that I was wrong and you were right', 'that you were wrong and I was right'],
    ['to see you again', 'to see me again'],
    ['when you left', 'when I left'],
    ['Paris in May', 'Paris in May'],
    ['', ''],
  ])('turns %j round', (said, turned) => {
    expect(reflect(said.split(' ').filter(Boolean))).toBe(turned)
  })
})
