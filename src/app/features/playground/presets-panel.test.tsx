import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { createConversationStore } from '#app/chat/conversation-store.ts'
import { presets } from '#app/data/presets.ts'
import { PresetsPanel } from './presets-panel.tsx'

const place = document.createElement('div')
afterEach(() => {
  place.remove()
  vi.unstubAllGlobals()
})

const button = (name: string) =>
  [...place.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.textContent) === name)

it('leads from a preset that was deleted to the way back, and keeps the focus there', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(place)
  const store = createConversationStore({ stream: async function* () {}, now: () => 0, schedule: queueMicrotask })
  presets.getState().save({ name: 'Terse', ...store.getState() })
  const root = createRoot(place)
  act(() => root.render(<PresetsPanel store={store} idPrefix="p" onApply={() => undefined} />))
  button('Delete Terse')?.focus()
  act(() => button('Delete Terse')?.click())
  expect(document.activeElement?.textContent).toBe('Bring back')
  act(() => button('Bring back')?.click())
  expect(document.activeElement?.contains(button('Delete Terse') ?? null)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  act(() => root.unmount())
})
