import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConversationStore, type ConversationStore } from '#app/chat/store/conversation-store.ts'
import { invalidSettings } from '#app/chat/store/chat-request.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
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
  workspace.getState().open({ panes: [{}] })
  vi.unstubAllGlobals()
})

/** Presses a button like the keyboard does. */
function press(name: string): HTMLElement {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`There is no button ${name}`)
  button.focus()
  act(() => button.click())
  return button
}

it('moves focus to a parameter that was reset', () => {
  expect(press('Reset temperature').isConnected).toBe(false)
  expect(store.getState().parameters).toEqual({})
  expect(document.activeElement?.id).toBe('p-temperature')
})

it('keeps focus on the button after Reset all and after undo', () => {
  expect(press('Reset all').isConnected).toBe(false)
  expect(document.activeElement?.textContent).toBe('Parameters reset.Undo settings')
  expect(press('Undo settings').isConnected).toBe(false)
  expect(document.activeElement?.textContent).toBe('Reset all')
  expect(store.getState().parameters).toEqual({ temperature: 0.2 })
})

function type(id: string, value: string) {
  const field = place.querySelector<HTMLInputElement>(`#${id}`)
  if (!field) throw new Error(`There is no field ${id}`)
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return field
}

it.each([
  ['p-temperature', '3', 'Temperature', 'Enter a number from 0 to 2.'],
  ['p-maxTokens', '0', 'Max tokens', 'Enter a whole number of at least 1.'],
])('marks %s as invalid until it is fixed or reset', (id, typed, label, advice) => {
  const field = type(id, typed)
  expect(field.value).toBe(typed)
  expect(invalidSettings(store.getState())).toMatchObject([{ label, advice }])
  type(id, '1')
  expect(invalidSettings(store.getState())).toEqual([])
  type(id, typed)
  press('Reset all')
  expect(invalidSettings(store.getState())).toEqual([])
  expect(field.value).toBe('')
})

it('shows that parameters were reset until the next change', () => {
  workspace.setState({ panes: [{ id: 'pane', store, mark: 1 }] })
  press('Reset all')
  expect(place.querySelector('[role=status]')?.textContent).toBe('Parameters reset.')
  act(() => store.getState().setDraft('typed'))
  expect(place.querySelector('[role=status]')?.textContent).toBe('Parameters reset.')
  act(() => store.getState().say('typed', 'model'))
  expect(place.querySelector('[role=status]')?.textContent).toBe('')
})
