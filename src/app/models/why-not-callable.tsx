import { Info } from 'lucide-react'
import type { Model } from '#contract/model.ts'
import { whyNotCallable } from './callable-words.ts'

/** Why a model cannot be called now and what would change that, in a quiet strip; nothing where it can. */
export function WhyNotCallable({ model }: { model: Pick<Model, 'status' | 'model_type' | 'author'> }) {
  const why = whyNotCallable(model)
  if (!why) return null
  return (
    <div role="note" className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2">
      <Info aria-hidden size={16} className="mt-0.5 shrink-0 text-warning" />
      <p className="max-w-[90ch] min-w-0 wrap-anywhere">
        <span className="font-medium">{why.what}</span> {why.next}
      </p>
    </div>
  )
}
