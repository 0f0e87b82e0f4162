import { describe, expect, it } from 'vitest'
import { type Command, findCommands, isShortcut, shortcutKeys } from './shortcuts.ts'

describe('shortcut', () => {
  const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
    ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held }) as KeyboardEvent

  describe('a shortcut', () => {
    it('uses Ctrl on most machines and Command on Apple devices', () => {
      expect(isShortcut(press('k', { ctrlKey: true }), 'mod+k', false)).toBe(true)
      expect(isShortcut(press('k', { metaKey: true }), 'mod+k', false)).toBe(false)
      expect(isShortcut(press('k', { metaKey: true }), 'mod+k', true)).toBe(true)
      expect(isShortcut(press('k', { ctrlKey: true }), 'mod+k', true)).toBe(false)
    })

    it('checks Shift for letters, but not for symbols', () => {
      expect(isShortcut(press('O', { ctrlKey: true, shiftKey: true }), 'mod+shift+o', false)).toBe(true)
      expect(isShortcut(press('o', { ctrlKey: true }), 'mod+shift+o', false)).toBe(false)
      expect(isShortcut(press('K', { ctrlKey: true, shiftKey: true }), 'mod+k', false)).toBe(false)
      expect(isShortcut(press('?', { shiftKey: true }), '?', false)).toBe(true)
      expect(isShortcut(press('?'), '?', false)).toBe(true)
    })

    it('leaves combinations with other modifiers to the browser', () => {
      expect(isShortcut(press('k', { ctrlKey: true, altKey: true }), 'mod+k', false)).toBe(false)
      expect(isShortcut(press('/', { ctrlKey: true }), '/', false)).toBe(false)
    })

    it('is displayed with the labels on the keys', () => {
      expect(shortcutKeys('mod+shift+o', false)).toEqual(['Ctrl', 'Shift', 'O'])
      expect(shortcutKeys('mod+k', true)).toEqual(['⌘', 'K'])
      expect(shortcutKeys('enter', false)).toEqual(['Enter'])
    })
  })
})

describe('command', () => {
  const command = (title: string, words = ''): Command => ({
    id: title,
    title,
    group: 'Go',
    keywords: words,
    run: () => undefined,
  })
  const all = [
    command('Open the models'),
    command('New conversation'),
    command('Use Model A', 'a/model'),
    command('Stop'),
  ]
  const titles = (typed: string) => findCommands(all, typed).map(({ title }) => title)

  describe('finding a command', () => {
    it('offers everything for an empty query', () => {
      expect(titles('  ')).toHaveLength(all.length)
    })

    it('matches every word, in any order and case', () => {
      expect(titles('CONVERSATION new')).toEqual(['New conversation'])
      expect(titles('new stop')).toEqual([])
    })

    it('ranks matches at the start first, then at the start of a word', () => {
      expect(titles('mod')).toEqual(['Open the models', 'Use Model A'])
      expect(titles('use')).toEqual(['Use Model A'])
      expect(titles('o')).toEqual(['Open the models', 'New conversation', 'Use Model A', 'Stop'])
    })

    it('finds a model by its id', () => {
      expect(titles('a/mod')).toEqual(['Use Model A'])
    })
  })
})
