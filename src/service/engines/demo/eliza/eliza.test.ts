import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDemoCall } from '#service/engines/demo/demo-call.test-support.ts'
import { readDemoReply } from '#service/engines/demo/read-demo-reply.test-support.ts'
import { clausesOf, parsePattern, reflect } from './eliza.ts'

describe('eliza', () => {
  /** The answer to the last statement, after the earlier ones and their answers. */
  async function tell(...statements: string[]): Promise<string> {
    const messages = statements.flatMap((content, at) => [
      ...(at > 0 ? [{ role: 'assistant', content: 'whatever was said' }] : []),
      { role: 'user', content },
    ])
    return (await readDemoReply(createDemoCall('parley/eliza', messages))).text
  }

  describe('parley/eliza', () => {
    it('takes a sentence apart and swaps its pronouns', async () => {
      expect(await tell('I want to leave my job')).toContain('to leave your job')
      expect(await tell("I can't stop thinking about you")).toContain('stop thinking about me')
      expect(await tell('I’m afraid of my own voice')).toContain('your own voice')
    })

    it('returns “good morning”, but not “I had a good day”', async () => {
      const welcome = await tell('Hello')
      expect(await tell('Good morning')).toBe(welcome)
      expect(await tell('Good evening, doctor')).toBe(welcome)
      expect(await tell('Good afternoon to you')).toBe(welcome)
      expect(await tell('A good day was yesterday')).not.toBe(welcome)
      expect(await tell('Good morning, I feel heavy')).toContain('feel heavy')
    })

    it('answers the keyword with the highest rank', async () => {
      expect(await tell('I think my father was a sailor')).toContain('father')
      expect(await tell('Hello, I feel heavy')).toContain('feel heavy')
    })

    it('does not repeat the previous reply', async () => {
      const first = await tell('I feel heavy')
      const second = await tell('I feel heavy', 'I feel heavy')
      const third = await tell('I feel heavy', 'I feel heavy', 'I feel heavy')
      expect(new Set([first, second, third]).size).toBe(3)
    })

    it('returns to an earlier statement if no keyword matches', async () => {
      expect(await tell('My garden is full of stones', 'xyzzy')).toContain('your garden is full of stones')
      expect(await tell('xyzzy')).not.toContain('your')
      const both = ['My garden is full of stones', 'My boat leaks', 'xyzzy', 'plugh']
      expect(await tell(...both)).toContain('your boat leaks')
    })

    it('remembers only what the user said', async () => {
      const messages = [
        { role: 'system', content: 'My name is secret.' },
        { role: 'assistant', content: 'My garden is full of stones' },
        { role: 'user', content: 'xyzzy' },
      ]
      const { text } = await readDemoReply(createDemoCall('parley/eliza', messages))
      expect(text).toBe(await tell('xyzzy'))
    })

    it.each([
      'I want to die',
      'Maybe I should just kill myself',
      'I keep thinking of suicide',
      'I am going to end my life',
    ])('points to real help instead of playing the therapist: %s', async (statement) => {
      const answer = await tell('I am sad', statement)
      expect(answer).toMatch(/crisis line/)
      expect(answer).toMatch(/emergency number/)
    })

    it('greets before the first message, and replies to an empty one', async () => {
      const opening = await readDemoReply(createDemoCall('parley/eliza', [{ role: 'system', content: 'Be kind.' }]))
      expect(opening.text).toMatch(/^Hello/)
      expect(await tell('')).not.toBe(await tell('xyzzy'))
    })

    it('answers any text deterministically and fills every placeholder', async () => {
      const said = fc.constantFrom(
        'I',
        'my',
        'you',
        'feel',
        'because',
        'if',
        'mother',
        'am',
        'are',
        'always',
        '.',
        'dream',
        'sad',
      )
      const statement = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(said, { maxLength: 12 }).map((words) => words.join(' ')),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 6 }), async (statements) => {
          const answer = await tell(...statements)
          expect(answer.trim().length).toBeGreaterThan(5)
          expect(answer).not.toMatch(/\{\d\}|undefined/)
          expect(await tell(...statements)).toBe(answer)
        }),
        { numRuns: 300 },
      )
    })
  })
})

describe('clausesOf', () => {
  it.each([
    ['I’m sad. You’re not!', ['I am sad', 'You are not']],
    ['well, my dog left but I stayed', ['well', 'my dog left', 'I stayed']],
    ["I cant sleep and I don't eat", ["I can't sleep and I don't eat"]],
    ['a well-known “quote” (aside)', ['a well-known', 'quote', 'aside']],
    ['… 🙂 ?!', []],
    ['Ça va? 漢字', ['Ça va', '漢字']],
  ])('splits %j', (said, clauses) => {
    expect(clausesOf(said).map((words) => words.join(' '))).toEqual(clauses)
  })

  it('limits the cost of a hostile message', () => {
    const clauses = clausesOf(`${'my '.repeat(100_000)}${'x'.repeat(100_000)}`)
    expect(Math.max(...clauses.map((words) => words.length))).toBeLessThanOrEqual(32)
  })
})

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
  ])('matches %j against %j', (pattern, said, taken) => {
    const words = said.split(' ').filter(Boolean)
    expect(
      parsePattern(pattern)
        .match(words)
        ?.map((run) => run.join(' ')),
    ).toEqual(taken)
  })
})

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
  ])('swaps the pronouns of %j', (said, turned) => {
    expect(reflect(said.split(' ').filter(Boolean))).toBe(turned)
  })
})
