import { ChevronRight } from 'lucide-react'
import type { Reply } from '#app/data/message.ts'

/** What the model thought before it answered, folded until somebody wants to know. */
export function ReasoningView({ reply: { reasoning } }: { reply: Reply }) {
  return (
    <details className="group/reasoning text-text-muted">
      <summary className="flex items-center gap-1 font-medium">
        <ChevronRight aria-hidden size={14} className="transition-transform group-open/reasoning:rotate-90" />
        Reasoning
      </summary>
      <p className="mt-2 max-w-[72ch] border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">{reasoning}</p>
    </details>
  )
}
