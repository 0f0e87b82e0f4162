import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBuiltInCall } from '#service/engines/built-in/built-in-call.test-support.ts'
import { readBuiltInReply } from '#service/engines/built-in/read-built-in-reply.test-support.ts'

/** The last answer after the statements, and after what was answered to those before. */
async function tell(...statements: string[]): Promise<string> {
  const messages = statements.flatMap((content, at) => [
    ...(at > 0 ? [{ role: 'assistant', content: 'whatever was said' }] : []),
    { role: 'user', content },
  ])
  return (await readBuiltInReply(createBuiltInCall('parley/eliza', messages))).text
}

describe('parley/eliza', () => {
  it('takes a sentence apart and turns its pronouns round', async () => {
    expect(await tell('I want to leave my job')).toContain('to leave your job')
    expect(await tell("I can't stop thinking about you")).toContain('stop thinking about me')
    expect(await tell('I’m afraid of my own voice')).toContain('your own voice')
  })

  it('greets back whoever wishes a good morning, and no good day that somebody had', async () => {
    const welcome = await tell('Hello')
    expect(await tell('Good morning')).toBe(welcome)
    expect(await tell('Good evening, doctor')).toBe(welcome)
    expect(await tell('Good afternoon to you')).toBe(welcome)
    expect(await tell('A good day was yesterday')).not.toBe(welcome)
    expect(await tell('Good morning, I feel heavy')).toContain('feel heavy')
  })

  it('answers the keyword of the highest rank', async () => {
    expect(await tell('I think my father was a sailor')).toContain('father')
    expect(await tell('Hello, I feel heavy')).toContain('feel heavy')
  })

  it('does not say the same thing twice running', async () => {
    const first = await tell('I feel heavy')
    const second = await tell('I feel heavy', 'I feel heavy')
    const third = await tell('I feel heavy', 'I feel heavy', 'I feel heavy')
    expect(new Set([first, second, third]).size).toBe(3)
  })

  it('comes back to what was said earlier when nothing else comes to mind', async () => {
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
    const { text } = await readBuiltInReply(createBuiltInCall('parley/eliza', messages))
    expect(text).toBe(await tell('xyzzy'))
  })

  it.each([
    'I want to die',
    'Maybe I should just kill myself',
    'I keep thinking of suicide',
    'I am going to end my life',
  ])('does not play the therapist when somebody is in danger: %s', async (statement) => {
    const answer = await tell('I am sad', statement)
    expect(answer).toMatch(/crisis line/)
    expect(answer).toMatch(/emergency number/)
  })

  it('greets when nobody has spoken, and waits when nothing was said', async () => {
    const opening = await readBuiltInReply(createBuiltInCall('parley/eliza', [{ role: 'system', content: 'Be kind.' }]))
    expect(opening.text).toMatch(/^Hello/)
    expect(await tell('')).not.toBe(await tell('xyzzy'))
  })

  it('answers anything, the same every time, and leaves no gap unfilled', async () => {
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
