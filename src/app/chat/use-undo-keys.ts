import { useEffect, type RefObject } from 'react'
import { isInTextField } from '#app/ui/text-field.ts'
import type { ConversationStore } from './conversation-store.ts'

/** The conversation that something was done to last: its keys work wherever the focus is. */
let lastChanged: ConversationStore | undefined

/**
 * Ctrl or ⌘ with Z takes back, with Shift and Z or with Y brings again; in a text field these keys are the field's own.
 * Of several panes the one that holds the focus is meant, or else the one that was changed last. `inside` is any
 * element of this pane.
 */
export function useUndoKeys(store: ConversationStore, inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const unsubscribe = store.subscribe(({ steps }, before) => {
      if (steps !== before.steps) lastChanged = store
    })
    const onKeyDown = (event: KeyboardEvent) => {
      const way = wayOf(event)
      if (!way || event.defaultPrevented || !isMeant(event.target, store, inside.current)) return
      event.preventDefault()
      const log = paneOf(inside.current)?.querySelector<HTMLElement>('[role=log]')
      store.getState()[way]()
      // What had the focus may be gone with the step.
      requestAnimationFrame(() => {
        if (document.activeElement === null || document.activeElement === document.body) log?.focus()
      })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      unsubscribe()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [store, inside])
}

function wayOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined
}

function isMeant(target: EventTarget | null, store: ConversationStore, inside: Element | null): boolean {
  if (!(target instanceof Element) || isInTextField(target) || target.closest('dialog, [role=dialog]')) return false
  const around = paneOf(target)
  if (around && around === paneOf(inside)) return true
  return lastChanged === store && (!around || around.contains(inside))
}

/** The innermost section with a log around an element: a pane, or outside of them what holds all panes. */
function paneOf(element: Element | null): Element | null {
  return element?.closest('section:has([role=log])') ?? null
}
