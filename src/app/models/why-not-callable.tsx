import { Info } from 'lucide-react'
import { servesItself } from '#app/data/serves-itself.ts'
import { Button } from '#app/ui/button.tsx'
import { whyNotCallable, type Callable } from './callable-words.ts'

interface WhyNotCallableProps {
  model: Callable
  /** Offers another model, where one is needed at once. */
  onChooseAnother?: () => void
}

/** Why a model can't be called now and what would change that; nothing where it can be. */
export function WhyNotCallable({ model, onChooseAnother }: WhyNotCallableProps) {
  const why = whyNotCallable(model, servesItself)
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
