import { Check, Copy, Scale } from 'lucide-react'
import type { Model } from '#contract/model.ts'
import { Button } from '#app/ui/button.tsx'
import { isCallable } from './model-index.ts'

/** What can be done with a model without opening it. */
export interface ModelActions {
  onTry: (id: string) => void
  onCompare: (id: string) => void
  onCopy: (id: string) => void
}

interface RowActionsProps {
  model: Model
  actions: ModelActions
  isCompared: boolean
  isCopied: boolean
  tabIndex: number
}

const quietIcon = 'w-7 px-0! max-md:h-9 max-md:w-9'

/** `Try`, `Compare` and `Copy id`. */
export function RowActions({ model, actions, isCompared, isCopied, tabIndex }: RowActionsProps) {
  const { id } = model
  const CopyIcon = isCopied ? Check : Copy
  return (
    <span className="flex items-center justify-end gap-0.5">
      {isCallable(model) && (
        <Button
          size="small"
          tabIndex={tabIndex}
          className="mr-1 max-md:h-9 max-md:px-3.5"
          onClick={() => actions.onTry(id)}
        >
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
        className={`${quietIcon} aria-pressed:bg-accent-soft aria-pressed:text-accent`}
        onClick={() => actions.onCompare(id)}
      >
        <Scale aria-hidden size={16} />
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label="Copy id"
        title="Copy id"
        tabIndex={tabIndex}
        className={quietIcon}
        onClick={() => actions.onCopy(id)}
      >
        <CopyIcon aria-hidden size={16} />
      </Button>
    </span>
  )
}
