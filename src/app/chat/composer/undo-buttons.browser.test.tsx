import { act, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConversationStore, type ConversationStore } from '#app/chat/store/conversation-store.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { useUndoKeys } from './undo-buttons.tsx'

const place = document.createElement('div')
let root: Root
let store: ConversationStore

function Pane() {
  const inside = useRef<HTMLElement>(null)
  useUndoKeys(store, inside)
  return (
    <section>
      <span ref={inside} />
      <div role="log" tabIndex={0} />
      <button type="button">A tool</button>
      <textarea data-composer="" data-cleared="" />
      <textarea data-composer="" />
      <dialog open>
        <button type="button">Close</button>
      </dialog>
    </section>
  )
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(place)
  store = createConversationStore({ stream: async function* () {}, now: () => 0, schedule: queueMicrotask })
  store.getState().insertAfter(null, 'user', 'Said')
  workspace.setState({ panes: [{ id: 'pane', store, mark: 1 }] })
  root = createRoot(place)
  act(() => root.render(<Pane />))
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
  workspace.getState().open({ panes: [{}] })
  vi.unstubAllGlobals()
})

function pressOn(selector: string, { shiftKey = false } = {}) {
  const event = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, shiftKey, bubbles: true, cancelable: true })
  act(() => void place.querySelector(selector)?.dispatchEvent(event))
}

it('undoes in the focused pane, and does nothing from a dialog', () => {
  pressOn('dialog button')
  expect(store.getState().messages).toHaveLength(1)
  pressOn('section > button')
  expect(store.getState().messages).toHaveLength(0)
})

it('undoes from a message field emptied by sending, and redoes from the restored draft', () => {
  store.getState().say('Hello', 'model')
  pressOn('textarea:not([data-cleared])')
  expect(store.getState().messages).toHaveLength(3)
  pressOn('textarea[data-cleared]')
  expect(store.getState().messages).toHaveLength(1)
  const field = place.querySelector<HTMLTextAreaElement>('textarea:not([data-cleared])')
  if (field) field.value = 'Hello, changed'
  pressOn('textarea:not([data-cleared])', { shiftKey: true })
  expect(store.getState().messages).toHaveLength(1)
  if (field) field.value = 'Hello'
  pressOn('textarea:not([data-cleared])', { shiftKey: true })
  expect(store.getState().messages).toHaveLength(3)
})
