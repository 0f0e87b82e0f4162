import fc from 'fast-check'
import { expect, it } from 'vitest'
import { titleOf, titleOfPath } from './page-title.ts'

it('has the subject and the name of the app', () => {
  expect(titleOf('Claude Sonnet 5')).toBe('Claude Sonnet 5 · Parley')
  expect(titleOf('三十億')).toBe('三十億 · Parley')
  expect(titleOf('Explain how the tides around the coast of Brittany change with the phases of the moon')).toBe(
    'Explain how the tides around the coast of Brittany change with the phases of… · Parley',
  )
  expect(titleOf(' ')).toBe('Parley')
})

it('is one plain line of limited length for any name', () => {
  expect(titleOf('a\u202Eb\u0000\nc')).toBe('a b c · Parley')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const title = titleOf(name)
      expect(title).not.toMatch(/\p{C}/u)
      expect(Array.from(title).length).toBeLessThanOrEqual(90)
      expect(title).toMatch(/Parley$/u)
    }),
  )
})

it.each([
  ['/', 'Playground · Parley'],
  ['/c/a1', 'Playground · Parley'],
  ['/models', 'Models · Parley'],
  ['/models/', 'Models · Parley'],
  ['/models/openai/gpt-5-mini', 'openai/gpt-5-mini · Parley'],
  ['/compare', 'Compare · Parley'],
  ['/settings', 'Settings · Parley'],
  ['/nothing', 'Page not found · Parley'],
])('titles the page at %s %s', (path, title) => {
  expect(titleOfPath(path)).toBe(title)
})
