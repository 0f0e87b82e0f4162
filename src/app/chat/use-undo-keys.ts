import { useEffect, type RefObject } from 'react'
import { isInTextField } from '#app/ui/focus.ts'
import type { ConversationStore } from './conversation-store.ts'
import { workspace } from './open-workspace.ts'
import { changedLast } from './workspace.ts'

/**
 * Ctrl or ⌘ with Z takes back, with Shift and Z or with Y brings again; in a text field these keys are the field's own,
 * but for a Message that the page has emptied or filled itself, by sending or by undo. Of several panes the one that
 * holds the focus is meant, or else the one that was changed last. `inside` is any element of this pane.
 */
export function useUndoKeys(store: ConversationStore, inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const way = wayOf(event)
      if (!way || event.defaultPrevented || !isMeant(event.target, way, store, inside.current)) return
      event.preventDefault()
      const log = paneOf(inside.current)?.querySelector<HTMLElement>('[role=log]')
      workspace.getState()[way](store)
      // What had the focus may be gone with the step.
      requestAnimationFrame(() => {
        if (document.activeElement === null || document.activeElement === document.body) log?.focus()
      })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [store, inside])
}

type Way = 'undo' | 'redo'

function wayOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Way | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined
}

function isMeant(target: EventTarget | null, way: Way, store: ConversationStore, inside: Element | null): boolean {
  if (!(target instanceof Element) || target.closest('dialog, [role=dialog]')) return false
  if (isInTextField(target) && !isOurs(target, way, store)) return false
  const around = paneOf(target)
  if (around && around === paneOf(inside)) return true
  return changedLast(workspace.getState().panes, way) === store && (!around || around.contains(inside))
}

/** Whether a field is a Message in whose own undo there is nothing that a person typed. */
function isOurs(field: Element, way: Way, store: ConversationStore): boolean {
  if (!(field instanceof HTMLTextAreaElement)) return false
  if (field.hasAttribute('data-cleared')) return true
  // What undo has put back is what redo takes away again.
  const sent = store.getState().steps.future.at(-1)?.turn
  return way === 'redo' && field.hasAttribute('data-composer') && field.value === sent?.text
}

/** The innermost section with a log around an element: a pane, or outside of them what holds all panes. */
function paneOf(element: Element | null): Element | null {
  return element?.closest('section:has([role=log])') ?? null
}
