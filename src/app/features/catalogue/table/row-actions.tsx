import { Check, Copy, Scale } from 'lucide-react'
import { type MouseEvent, memo, useEffect, useMemo, useState } from 'react'
import { compareLimit, toggleCompared } from '#app/models/compare-list.ts'
import { Button } from '#app/ui/button.tsx'

type Outcome = 'copied' | 'refused' | 'full'

/** How long each message is shown, in milliseconds: problems take longer to read. */
const messageDurations: Record<Outcome, number> = { copied: 2_000, refused: 10_000, full: 10_000 }

/** The actions of the rows' buttons, and a message about the last one. */
export function useModelActions(onTry: (id: string) => void) {
  const [message, setMessage] = useState<{ id: string; outcome: Outcome } | null>(null)
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(null), messageDurations[message.outcome])
    return () => clearTimeout(timer)
  }, [message])
  const actions = useMemo<ModelActions>(
    () => ({
      onTry,
      onCompare(id) {
        setMessage(toggleCompared(id) ? null : { id, outcome: 'full' })
      },
      onCopy(id) {
        const show = (outcome: Outcome) => setMessage({ id, outcome })
        // Without HTTPS there is no clipboard at all.
        Promise.resolve()
          .then(() => navigator.clipboard.writeText(id))
          .then(
            () => show('copied'),
            () => show('refused'),
          )
      },
    }),
    [onTry],
  )
  const copied = message?.outcome === 'copied' ? message.id : null
  return { actions, copied, outcome: message && { words: wordsOf(message), isProblem: copied === null } }
}

function wordsOf({ id, outcome }: { id: string; outcome: Outcome }): string {
  switch (outcome) {
    case 'copied':
      return `Copied ${id}`
    case 'refused':
      return `The browser blocked copying. Copy the id manually: ${id}`
    case 'full':
      return `You can compare up to ${compareLimit} models. Remove one to add another.`
  }
}

/** The actions of a row's buttons. */
export interface ModelActions {
  onTry: (id: string) => void
  onCompare: (id: string) => void
  onCopy: (id: string) => void
}

interface RowActionsProps {
  canTry: boolean
  isCompared: boolean
  isCopied: boolean
}

/** On a wide screen buttons appear with the pointer or the focus in the row; a finger has neither. */
const onDemand =
  'opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 aria-pressed:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100'

const quietIcon = `w-7 px-0! max-md:h-10 max-md:w-10 ${onDemand}`

/** `Try`, `Compare` and `Copy id`. They don't depend on the model, so most rows share a memoized element. */
export const RowActions = memo(function RowActions({ canTry, isCompared, isCopied }: RowActionsProps) {
  const CopyIcon = isCopied ? Check : Copy
  return (
    <span className="flex items-center justify-end gap-0.5">
      {canTry && (
        <Button size="small" tabIndex={-1} data-action="try" className={`mr-1 max-md:h-10 max-md:px-4 ${onDemand}`}>
          Try
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label="Compare"
        title="Compare"
        aria-pressed={isCompared}
        tabIndex={-1}
        data-action="compare"
        className={`${quietIcon} aria-pressed:bg-accent-soft aria-pressed:text-accent`}
      >
        <Scale aria-hidden size={16} />
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label="Copy id"
        title="Copy id"
        tabIndex={-1}
        data-action="copy"
        className={quietIcon}
      >
        <CopyIcon aria-hidden size={16} />
      </Button>
    </span>
  )
})

/** Handles a click in the table; `idAt` returns the model's id at a position. */
export function runRowAction(
  { target }: MouseEvent,
  actions: ModelActions,
  idAt: (place: number) => string | undefined,
): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null
  const id = idAt(Number(button?.closest<HTMLElement>('[data-place]')?.dataset['place']))
  const action = button?.dataset['action']
  if (id === undefined) return
  if (action === 'try') actions.onTry(id)
  if (action === 'compare') actions.onCompare(id)
  if (action === 'copy') actions.onCopy(id)
}
