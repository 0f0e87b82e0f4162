import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agoWords, cutoffWords, dayWords, daysAgoWords, isoDay, momentWords, releasedAt } from './dates.ts'

describe('date words', () => {
  describe('days and ages', () => {
    it('names a day in UTC, whatever the local time zone', () => {
      expect(dayWords('2026-07-24')).toBe('24 July 2026')
      expect(dayWords(Date.UTC(2026, 0, 1))).toBe('1 January 2026')
      expect(dayWords('last week')).toBe('last week')
      expect(dayWords(Number.MAX_VALUE)).not.toMatch(/Invalid/u)
    })

    it('words days and ages like Intl', () => {
      const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
      const ago = new Intl.RelativeTimeFormat('en')
      const now = Date.UTC(2026, 0, 1)
      fc.assert(
        fc.property(
          fc.date({ min: new Date(Date.UTC(1, 0, 1)), max: new Date(now - 1), noInvalidDate: true }),
          (date) => {
            expect(dayWords(date.getTime())).toBe(day.format(date))
            const years = Math.floor((now - date.getTime()) / 31_556_952_000)
            if (years > 0) expect(agoWords(date.getTime(), now)).toBe(ago.format(-years, 'year'))
          },
        ),
      )
    })

    it('words a moment in local time', () => {
      expect(momentWords(new Date(2026, 6, 24, 4, 5, 9).getTime())).toBe('24 July 2026, 04:05:09')
      expect(momentWords(new Date(2026, 11, 31, 23, 59, 59).getTime())).toBe('31 December 2026, 23:59:59')
    })

    it.each([
      [0, 'today'],
      [19 * 3_600_000, 'today'],
      [86_400_000, '1 day ago'],
      [40 * 86_400_000, '1 month ago'],
    ])('words a date without hours: %d ms', (age, words) => {
      expect(daysAgoWords(1_795_219_200_000, 1_795_219_200_000 + age)).toBe(words)
    })

    it.each([
      [0, 'just now'],
      [-5_000, 'just now'],
      [59_999, 'just now'],
      [60_000, '1 minute ago'],
      [7_200_000, '2 hours ago'],
      [86_400_000, '1 day ago'],
      [400 * 86_400_000, '1 year ago'],
    ])('%d ms', (age, words) => {
      expect(agoWords(1_800_000_000_000 - age, 1_800_000_000_000)).toBe(words)
    })
  })

  it('words a knowledge cutoff as precisely as it is known', () => {
    expect(['2024', '2024-06', '2024-06-01', '2024-13', 'spring'].map(cutoffWords)).toEqual([
      '2024',
      'June 2024',
      '1 June 2024',
      '2024-13',
      'spring',
    ])
  })
})

describe('released at', () => {
  it('is a valid date or undefined', () => {
    expect(releasedAt({ created: 1_760_000_000 })).toBe(1_760_000_000_000)
    for (const created of [0, -1, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY, Number.NaN]) {
      expect(releasedAt({ created })).toBeUndefined()
    }
    // Some engines send milliseconds instead of seconds: a far future date, but a valid one.
    expect(isoDay(releasedAt({ created: 1_760_000_000_000 }) ?? 0)).toBe('+057742-03-07')
    expect(isoDay(releasedAt({ created: 1_760_000_000 }) ?? 0)).toBe('2025-10-09')
  })
})
