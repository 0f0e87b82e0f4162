import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { createConversationStore } from '#app/chat/store/conversation-store.ts'
import { presets } from '#app/data/storage/presets.ts'
import { PresetsPanel } from './presets-panel.tsx'

const place = document.createElement('div')
afterEach(() => {
  place.remove()
  presets.getState().restore([])
  vi.unstubAllGlobals()
})

const button = (name: string) =>
  [...place.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.textContent) === name)

it('moves focus from a deleted preset to Undo, and keeps it there', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(place)
  const store = createConversationStore({ stream: async function* () {}, now: () => 0, schedule: queueMicrotask })
  presets.getState().save({ name: 'Terse', ...store.getState() })
  const root = createRoot(place)
  act(() => root.render(<PresetsPanel store={store} idPrefix="p" onApply={() => undefined} />))
  button('Delete Terse')?.focus()
  act(() => button('Delete Terse')?.click())
  expect(document.activeElement?.textContent).toBe('Restore')
  act(() => button('Restore')?.click())
  expect(document.activeElement?.contains(button('Delete Terse') ?? null)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  act(() => root.unmount())
})

it('refuses to save invalid parameters, and names them', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(place)
  const store = createConversationStore({ stream: async function* () {}, now: () => 0, schedule: queueMicrotask })
  store.getState().setInvalid('temperature', '3')
  store.getState().setExtraBody('{')
  const before = presets.getState().presets
  const root = createRoot(place)
  act(() => root.render(<PresetsPanel store={store} idPrefix="p" onApply={() => undefined} />))
  const save = () => act(() => place.querySelector('form')?.requestSubmit())
  const name = place.querySelector<HTMLInputElement>('#p-preset')
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, 'Wild')
    name?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  save()
  expect(presets.getState().presets).toEqual(before)
  expect(place.querySelector('[role=alert]')?.textContent).toBe(
    'The preset wasn’t saved. Temperature: Enter a number from 0 to 2. Other fields (JSON): This isn’t valid JSON. Enter it like {"top_k": 40}.',
  )
  act(() => store.getState().applySetup({ parameters: { temperature: 1.5 }, extraBody: '' }))
  expect(place.querySelector('[role=alert]')).toBeNull()
  save()
  expect(presets.getState().presets.at(-1)).toMatchObject({ name: 'Wild', parameters: { temperature: 1.5 } })
  act(() => root.unmount())
})
