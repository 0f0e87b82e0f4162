import { describe, expect, it } from 'vitest'
import { findCommands, type Command } from './command.ts'

const command = (title: string, words = ''): Command => ({ id: title, title, group: 'Go', words, run: () => undefined })
const all = [
  command('Open the models'),
  command('New conversation'),
  command('Use Model A', 'a/model'),
  command('Stop'),
]
const titles = (typed: string) => findCommands(all, typed).map(({ title }) => title)

describe('finding a command', () => {
  it('offers everything before anything was typed', () => {
    expect(titles('  ')).toHaveLength(all.length)
  })

  it('takes every word, in any order and case', () => {
    expect(titles('CONVERSATION new')).toEqual(['New conversation'])
    expect(titles('new stop')).toEqual([])
  })

  it('puts first what begins with what was typed, then what has a word that does', () => {
    expect(titles('mod')).toEqual(['Open the models', 'Use Model A'])
    expect(titles('use')).toEqual(['Use Model A'])
    expect(titles('o')).toEqual(['Open the models', 'New conversation', 'Use Model A', 'Stop'])
  })

  it('finds a model by its id', () => {
    expect(titles('a/mod')).toEqual(['Use Model A'])
  })
})
