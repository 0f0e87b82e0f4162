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
 * Handles Ctrl/⌘+Z for undo and Ctrl/⌘+Shift+Z or Ctrl+Y for redo. Text fields handle these keys themselves, except a
 * composer that the page emptied or filled by sending or undo. With several panes, the pane with focus is affected, or
 * else the one changed last. `inside` is any element in this pane.
 */
export function useUndoKeys(store: ConversationStore, anchor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const direction = directionOf(event)
      if (!direction || event.defaultPrevented || !isForThisPane(event.target, direction, store, anchor.current)) return
      event.preventDefault()
      const log = paneOf(anchor.current)?.querySelector<HTMLElement>('[role=log]')
      workspace.getState()[direction](store)
      // The step may have removed the focused element.
      requestAnimationFrame(() => {
        if (document.activeElement === null || document.activeElement === document.body) log?.focus()
      })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [store, anchor])
}

type Direction = 'undo' | 'redo'

function directionOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Direction | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined
}

function isForThisPane(
  target: EventTarget | null,
  direction: Direction,
  store: ConversationStore,
  anchor: Element | null,
): boolean {
  if (!(target instanceof Element) || target.closest('dialog, [role=dialog]')) return false
  if (isInTextField(target) && !hasNothingTyped(target, direction, store)) return false
  const pane = paneOf(target)
  if (pane && pane === paneOf(anchor)) return true
  return changedLast(workspace.getState().panes, direction) === store && (!pane || pane.contains(anchor))
}

/** Whether a field is a composer whose own undo history has nothing the user typed. */
function hasNothingTyped(field: Element, direction: Direction, store: ConversationStore): boolean {
  if (!(field instanceof HTMLTextAreaElement)) return false
  if (field.hasAttribute('data-cleared')) return true
  // Undo restored this text to the composer, so redo sends it again.
  const sent = store.getState().steps.future.at(-1)?.turn
  return direction === 'redo' && field.hasAttribute('data-composer') && field.value === sent?.text
}

/** The innermost section with a log around an element: its pane, or the container of all panes. */
function paneOf(element: Element | null): Element | null {
  return element?.closest('section:has([role=log])') ?? null
}

interface UndoButtonsProps {
  store: ConversationStore
  /** The pane's number, from 1. Further panes have `Undo 2` and `Redo 2`. */
  paneNumber?: number
  /** Without room for text, what happened is only announced. */
  compact?: boolean
}

/** Undo and redo for a conversation, by button and by key, with a status message. */
export function UndoButtons({ store, paneNumber = 1, compact = false }: UndoButtonsProps) {
  const steps = useStore(store, (state) => state.steps)
  const group = useRef<HTMLSpanElement>(null)
  useUndoKeys(store, group)
  const [announced, announce] = useNews<UndoHistory['last']>()
  useEffect(() => announce(steps.last), [steps.last, announce])
  const undoStep = steps.past.at(-1)
  const redoStep = steps.future.at(-1)
  return (
    <span ref={group} className="flex min-w-0 items-center">
      <span role="status" className={compact ? 'sr-only' : 'truncate pr-1 text-xs text-text-muted max-md:sr-only'}>
        {describeStep(announced)}
      </span>
      <Button
        variant="quiet"
        size="small"
        aria-label={numbered('Undo', paneNumber)}
        title={undoStep ? `Undo: ${stepWords[undoStep.name]} (Ctrl+Z)` : 'Nothing to undo'}
        disabled={!undoStep}
        onClick={() => workspace.getState().undo(store)}
        className="px-1.5! pointer-coarse:h-9 pointer-coarse:min-w-9"
      >
        <Undo2 aria-hidden size={16} />
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={numbered('Redo', paneNumber)}
        title={redoStep ? `Redo: ${stepWords[redoStep.name]} (Ctrl+Shift+Z)` : 'Nothing to redo'}
        disabled={!redoStep}
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
  run: 'reply requested',
  regenerate: 'reply regenerated',
  continue: 'reply continued',
  resend: 'message edited and sent',
  edit: 'message edited',
  role: 'role changed',
  delete: 'message deleted',
  insert: 'message added',
  move: 'message moved',
  adopt: 'branch added',
  results: 'tool results sent',
  tools: 'tools changed',
  format: 'response format changed',
}

/** Steps that start a reply, which announces itself. */
const startsReply: ReadonlySet<StepName> = new Set(['send', 'run', 'regenerate', 'continue', 'resend', 'results'])

function describeStep(last: UndoHistory['last']): string {
  if (!last) return ''
  const words = stepWords[last.name]
  if (last.way === 'undone') return `Undone: ${words}.`
  if (last.way === 'redone') return `Redone: ${words}.`
  return startsReply.has(last.name) ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
