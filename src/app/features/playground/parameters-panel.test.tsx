import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConversationStore, type ConversationStore } from '#app/chat/conversation-store.ts'
import { ParametersPanel } from './parameters-panel.tsx'

const place = document.createElement('div')
let root: Root
let store: ConversationStore

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(place)
  root = createRoot(place)
  store = createConversationStore(
    { stream: async function* () {}, now: () => 0, schedule: queueMicrotask },
    { parameters: { temperature: 0.2 } },
  )
  act(() => root.render(<ParametersPanel store={store} idPrefix="p" />))
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

/** Presses a button as the keyboard does. */
function press(name: string): HTMLElement {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`There is no button ${name}`)
  button.focus()
  act(() => button.click())
  return button
}

it('leaves the focus at a parameter that was reset', () => {
  expect(press('Reset temperature').isConnected).toBe(false)
  expect(store.getState().parameters).toEqual({})
  expect(document.activeElement?.id).toBe('p-temperature')
})

it('leaves the focus beside what resets all, there and back', () => {
  expect(press('Reset all').isConnected).toBe(false)
  expect(document.activeElement?.textContent).toBe('Parameters reset.Undo settings')
  expect(press('Undo settings').isConnected).toBe(false)
  expect(document.activeElement?.textContent).toBe('Reset all')
  expect(store.getState().parameters).toEqual({ temperature: 0.2 })
})
