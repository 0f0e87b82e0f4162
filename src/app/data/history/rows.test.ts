import { expect, it } from 'vitest'
import { replyAt, saidAt } from './history.test-support.ts'
import { openingOf, titleOf } from './rows.ts'

const named = (opening: string, title: string | null = null) => titleOf({ title, opening })

it('takes the title from the first user message', () => {
  const system = { ...saidAt(1, 'You are a pirate.'), role: 'system' as const }
  const prefilled = { ...saidAt(2, 'Ahoy, '), role: 'assistant' as const }
  expect(openingOf([system, prefilled, saidAt(3, ' '), saidAt(4, 'Where is\n\n the gold?')])).toBe('Where is the gold?')
})

it('takes the title from the first message if there is no user message', () => {
  const system = { ...saidAt(1, 'You are a pirate.'), role: 'system' as const }
  expect(openingOf([system, replyAt(2, 'Ahoy!', system.id)])).toBe('You are a pirate.')
  expect(openingOf([])).toBe('')
})

it('makes the title one plain line', () => {
  expect(openingOf([saidAt(1, '\tone\u202E\u0000 two\r\nthree')])).toBe('one two three')
})

it('truncates long titles between words, also stored ones', () => {
  const title = named('Explain how the tides around the coast of Brittany change with the phases of the moon and why')
  expect(title).toBe('Explain how the tides around the coast of Brittany change with the phases of…')
  expect(named('字'.repeat(120))).toBe(`${'字'.repeat(79)}…`)
  expect(named(`x${'😀'.repeat(60)}`)).toBe(`x${'😀'.repeat(39)}…`)
  expect(named(`x${'😀'.repeat(59)}y`)).not.toMatch(/\p{Cs}/u)
  expect(named('Short enough')).toBe('Short enough')
})

it('keeps a title that the user set', () => {
  expect(named('What is it?', 'Boats')).toBe('Boats')
  expect(named('')).toBe('Untitled conversation')
})
