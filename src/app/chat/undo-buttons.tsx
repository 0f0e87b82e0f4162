import { Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import type { ConversationStore } from './conversation-store.ts'
import { numbered } from './pane-name.ts'
import { workspace } from './open-workspace.ts'
import type { StepName, UndoHistory } from './undo-history.ts'
import { useNews } from './use-news.ts'
import { useUndoKeys } from './use-undo-keys.ts'

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
