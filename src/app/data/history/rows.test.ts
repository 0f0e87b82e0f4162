import { expect, it } from 'vitest'
import { replyAt, saidAt } from './history.test-support.ts'
import { openingOf, titleOf } from './rows.ts'

const named = (opening: string, title: string | null = null) => titleOf({ title, opening })

it('titles a conversation by its first user message, not by what was set up before it', () => {
  const system = { ...saidAt(1, 'You are a pirate.'), role: 'system' as const }
  const prefilled = { ...saidAt(2, 'Ahoy, '), role: 'assistant' as const }
  expect(openingOf([system, prefilled, saidAt(3, ' '), saidAt(4, 'Where is\n\n the gold?')])).toBe('Where is the gold?')
})

it('falls back to the first message where no user said anything', () => {
  const system = { ...saidAt(1, 'You are a pirate.'), role: 'system' as const }
  expect(openingOf([system, replyAt(2, 'Ahoy!', system.id)])).toBe('You are a pirate.')
  expect(openingOf([])).toBe('')
})

it('makes one plain line of it', () => {
  expect(openingOf([saidAt(1, '\tone\u202E\u0000 two\r\nthree')])).toBe('one two three')
})

it('cuts a long title between two words, also one that an earlier version stored', () => {
  const title = named('Explain how the tides around the coast of Brittany change with the phases of the moon and why')
  expect(title).toBe('Explain how the tides around the coast of Brittany change with the phases of…')
  expect(named('字'.repeat(120))).toBe(`${'字'.repeat(79)}…`)
  expect(named(`x${'😀'.repeat(60)}`)).toBe(`x${'😀'.repeat(39)}…`)
  expect(named(`x${'😀'.repeat(59)}y`)).not.toMatch(/\p{Cs}/u)
  expect(named('Short enough')).toBe('Short enough')
})

it('keeps the name that a conversation was given', () => {
  expect(named('What is it?', 'Boats')).toBe('Boats')
  expect(named('')).toBe('Untitled conversation')
})
