import { memo } from 'react'
import type { ModelStatus } from '#contract/model.ts'
import { statusLook } from './model-words.ts'

interface StatusWordProps {
  status: ModelStatus
  /** Its maker has deprecated it. */
  deprecated?: boolean | undefined
}

/** Whether a model can be called, as a dot and a word. */
export const StatusWord = memo(function StatusWord({ status, deprecated = false }: StatusWordProps) {
  const { text, dot } = statusLook(status)
  // That is why it is inactive; a model that can still be called is active and deprecated.
  const words = !deprecated ? text : status === 'active' ? `${text}, deprecated` : 'Deprecated'
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`size-1.75 rounded-full ${dot}`} />
      {words}
    </span>
  )
})
