import { Redo2, Undo2 } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import type { StepName, UndoHistory } from '#app/chat/store/undo-history.ts'
import { numbered, useNews } from '#app/chat/store/use-panes.ts'
import { changedLast } from '#app/chat/store/workspace.ts'
import { Button } from '#app/ui/button.tsx'
import { isInTextField } from '#app/ui/focus.ts'

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

interface UndoButtonsProps {
  store: ConversationStore
  /** The place of the pane among the others, from 1: further panes have `Undo 2` and `Redo 2`. */
  place?: number
  /** Where there is room for nothing but the buttons, what happened is only told to those who listen. */
  compact?: boolean
}

/** Takes back and brings again what was done to a conversation, by button and by key, and says what that was. */
export function UndoButtons({ store, place = 1, compact = false }: UndoButtonsProps) {
  const steps = useStore(store, (state) => state.steps)
  const group = useRef<HTMLSpanElement>(null)
  useUndoKeys(store, group)
  const [told, tell] = useNews<UndoHistory['last']>()
  useEffect(() => tell(steps.last), [steps.last, tell])
  const undone = steps.past.at(-1)
  const redone = steps.future.at(-1)
  return (
    <span ref={group} className="flex min-w-0 items-center">
      <span role="status" className={compact ? 'sr-only' : 'truncate pr-1 text-xs text-text-muted max-md:sr-only'}>
        {wordsOf(told)}
      </span>
      <Button
        variant="quiet"
        size="small"
        aria-label={numbered('Undo', place)}
        title={undone ? `Undo: ${stepWords[undone.name]} (Ctrl+Z)` : 'Nothing to undo'}
        disabled={!undone}
        onClick={() => workspace.getState().undo(store)}
        className="px-1.5! pointer-coarse:h-9 pointer-coarse:min-w-9"
      >
        <Undo2 aria-hidden size={16} />
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={numbered('Redo', place)}
        title={redone ? `Redo: ${stepWords[redone.name]} (Ctrl+Shift+Z)` : 'Nothing to redo'}
        disabled={!redone}
        onClick={() => workspace.getState().redo(store)}
        className="px-1.5! pointer-coarse:h-9 pointer-coarse:min-w-9"
      >
        <Redo2 aria-hidden size={16} />
      </Button>
    </span>
  )
}

const stepWords: Readonly<Record<StepName, string>> = {
  send: 'message sent',
  run: 'reply asked for',
  regenerate: 'reply regenerated',
  continue: 'reply continued',
  resend: 'message edited and sent',
  edit: 'message edited',
  role: 'role changed',
  delete: 'message deleted',
  insert: 'message added',
  move: 'message moved',
  adopt: 'branch received',
}

/** A step that starts a reply shows and is told by that reply. */
const tellsItself: ReadonlySet<StepName> = new Set(['send', 'run', 'regenerate', 'continue', 'resend'])

function wordsOf(last: UndoHistory['last']): string {
  if (!last) return ''
  const words = stepWords[last.name]
  if (last.way === 'undone') return `Undone: ${words}.`
  if (last.way === 'redone') return `Redone: ${words}.`
  return tellsItself.has(last.name) ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
