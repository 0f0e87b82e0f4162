import { act, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConversationStore, type ConversationStore } from './conversation-store.ts'
import { useUndoKeys } from './use-undo-keys.ts'

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
  root = createRoot(place)
  act(() => root.render(<Pane />))
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

function pressOn(selector: string) {
  const event = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })
  act(() => void place.querySelector(selector)?.dispatchEvent(event))
}

it('takes back where the pane has the focus, and nothing from within a dialog', () => {
  pressOn('dialog button')
  expect(store.getState().messages).toHaveLength(1)
  pressOn('section > button')
  expect(store.getState().messages).toHaveLength(0)
})
