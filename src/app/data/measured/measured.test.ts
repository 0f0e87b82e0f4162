import { describe, expect, it } from 'vitest'
import type { CellResult } from '#experiments/results.ts'
import { type Measurement, measuredOf, measurementOfResult } from './measured.ts'

const reply = (key: string, fields: Partial<Measurement> = {}): Measurement => ({
  key,
  date: 1,
  hasFailed: false,
  ...fields,
})

describe('what replies add up to', () => {
  it('is nothing without a reply', () => {
    expect(measuredOf([])).toBeUndefined()
  })

  it('has quantiles that were measured, the dates, and the share of failures', () => {
    const replies = Array.from({ length: 20 }, (_, at) =>
      reply(`r${at}`, { date: 100 + at, firstToken: (at + 1) / 10, tokensPerSecond: 100 - at }),
    )
    const measured = measuredOf([...replies.toReversed(), reply('lost', { date: 50, hasFailed: true })])
    expect(measured).toEqual({
      n: 21,
      failed: 1,
      failureRate: 1 / 21,
      from: 50,
      to: 119,
      firstToken: { p50: 1, p95: 1.9, n: 20 },
      tokensPerSecond: { p50: 90, p95: 99, n: 20 },
    })
  })

  it('counts a reply once, and has no figure that no reply has', () => {
    const measured = measuredOf([reply('same'), reply('same'), reply('other', { hasFailed: true, firstToken: 9 })])
    expect(measured).toMatchObject({ n: 2, failed: 1, failureRate: 0.5 })
    expect(measured?.firstToken).toBeUndefined()
    expect(measured?.tokensPerSecond).toBeUndefined()
  })

  it('adds up more replies than a call has arguments', () => {
    const many = Array.from({ length: 200_000 }, (_, at) => reply(String(at), { date: at }))
    expect(measuredOf(many)).toMatchObject({ n: 200_000, from: 0, to: 199_999 })
  })
})

describe('what a result of an experiment measured', () => {
  const base = { key: 'k', date: 7, attempts: 1 }
  const done = (fields: object): CellResult => ({
    ...base,
    state: 'done',
    reply: { text: 'Hi', reasoning: '', toolCalls: [], rounds: 1, firstTokenMs: 500, latencyMs: 2_500, ...fields },
  })

  it.each([
    ['a reply', done({ tokensOut: 101 }), { firstToken: 0.5, tokensPerSecond: 50 }],
    ['reasoning that wasn’t sent', done({ tokensOut: 101, reasoningTokens: 60 }), { tokensPerSecond: 20 }],
    [
      'reasoning that was sent',
      done({ tokensOut: 101, reasoningTokens: 60, reasoning: 'Hm' }),
      { tokensPerSecond: 50 },
    ],
  ])('has the figures of %s', (_, result, figures) => {
    expect(measurementOfResult(result)).toMatchObject({ key: 'k', date: 7, hasFailed: false, ...figures })
  })

  it.each([
    ['several rounds', done({ tokensOut: 101, rounds: 2 })],
    ['uncounted tokens', done({})],
    ['a reply in one packet', done({ tokensOut: 101, latencyMs: 501 })],
  ])('has no speed with %s', (_, result) => {
    expect(measurementOfResult(result)).toEqual({ key: 'k', date: 7, hasFailed: false, firstToken: 0.5 })
  })

  it('has no figures of a failure', () => {
    const failed: CellResult = { ...base, state: 'failed', message: 'No.', code: 'no' }
    expect(measurementOfResult(failed)).toEqual({ key: 'k', date: 7, hasFailed: true })
  })
})
