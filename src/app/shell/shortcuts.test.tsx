import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Command, listenForShortcuts } from './shortcuts.ts'

const run = vi.fn<() => void>()
const undo: Command = { id: 'undo', title: 'Undo', group: 'Conversation', shortcut: 'mod+z', run }
const search = vi.fn<() => void>()
const message = vi.fn<() => void>()
let isSearchHere = true
const slash = { group: 'Pages', shortcut: '/' }
listenForShortcuts(() => [
  undo,
  { ...slash, id: 'search', title: 'Search models', isActive: () => isSearchHere, run: search },
  { ...slash, id: 'message', title: 'Write a message', run: message },
])

beforeEach(() => run.mockClear())
afterEach(() => document.body.replaceChildren())

function press(target: Element) {
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }))
}

function put(markup: 'button' | 'textarea', around = document.body): Element {
  const element = document.createElement(markup)
  around.append(element)
  return element
}

it('runs shortcuts, but not in text fields', () => {
  press(put('button'))
  expect(run).toHaveBeenCalledOnce()
  press(put('textarea'))
  expect(run).toHaveBeenCalledOnce()
})

it.each([
  ['the browser’s own kind', () => Object.assign(document.createElement('dialog'), { open: true })],
  [
    'a panel under its button',
    () => Object.assign(document.createElement('button'), { ariaHasPopup: 'dialog', ariaExpanded: 'true' }),
  ],
])('does nothing behind a dialog of %s', (_, make) => {
  const dialog = make()
  document.body.append(dialog)
  press(put('button', dialog))
  press(document.body)
  expect(run).not.toHaveBeenCalled()
})

it('prefers the page’s command of two with the same keys, and runs neither in a text field', () => {
  const slashIn = (target: Element) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
  slashIn(put('button'))
  expect([search.mock.calls.length, message.mock.calls.length]).toEqual([1, 0])
  isSearchHere = false
  slashIn(put('button'))
  expect([search.mock.calls.length, message.mock.calls.length]).toEqual([1, 1])
  slashIn(put('textarea'))
  expect([search.mock.calls.length, message.mock.calls.length]).toEqual([1, 1])
})
