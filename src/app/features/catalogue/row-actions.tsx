import { Check, Copy, Scale } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import { Button } from '#app/ui/button.tsx'

/** What can be done with a model without opening it. */
export interface ModelActions {
  onTry: (id: string) => void
  onCompare: (id: string) => void
  onCopy: (id: string) => void
}

interface RowActionsProps {
  canTry: boolean
  isCompared: boolean
  isCopied: boolean
  tabIndex: number
}

const quietIcon = 'w-7 px-0! max-md:h-9 max-md:w-9'

/** `Try`, `Compare` and `Copy id`. Whose they are is told by the row they stand in, so most rows share how they look. */
export const RowActions = memo(function RowActions({ canTry, isCompared, isCopied, tabIndex }: RowActionsProps) {
  const CopyIcon = isCopied ? Check : Copy
  return (
    <span className="flex items-center justify-end gap-0.5">
      {canTry && (
        <Button size="small" tabIndex={tabIndex} data-action="try" className="mr-1 max-md:h-9 max-md:px-3.5">
          Try
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label="Compare"
        title="Compare"
        aria-pressed={isCompared}
        tabIndex={tabIndex}
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
        tabIndex={tabIndex}
        data-action="copy"
        className={quietIcon}
      >
        <CopyIcon aria-hidden size={16} />
      </Button>
    </span>
  )
})

/** Does what was pressed in a table of rows; `idAt` says which model stands at a place. */
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
