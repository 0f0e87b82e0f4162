import { Info } from 'lucide-react'
import type { Model } from '#contract/model.ts'
import { Button } from '#app/ui/button.tsx'
import { whyNotCallable } from './callable-words.ts'

interface WhyNotCallableProps {
  model: Pick<Model, 'status' | 'model_type' | 'author'>
  /** Leads to another model, where one is needed at once. */
  onChooseAnother?: () => void
}

/** Why a model cannot be called now and what would change that, in a quiet strip; nothing where it can. */
export function WhyNotCallable({ model, onChooseAnother }: WhyNotCallableProps) {
  const why = whyNotCallable(model)
  if (!why) return null
  return (
    <div role="note" className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-md bg-warning-soft px-3 py-2">
      <div className="flex min-w-48 flex-1 items-start gap-2">
        <Info aria-hidden size={16} className="mt-0.5 shrink-0 text-warning" />
        <p className="max-w-[90ch] min-w-0 wrap-anywhere">
          <span className="font-medium">{why.what}</span> {why.next}
        </p>
      </div>
      {onChooseAnother && (
        <Button size="small" onClick={onChooseAnother}>
          Choose another model
        </Button>
      )}
    </div>
  )
}
