import { memo } from 'react'
import type { ModelStatus } from '#contract/model.ts'
import { statusLook } from './model-words.ts'

/** Whether a model can be called, as a dot and a word. */
export const StatusWord = memo(function StatusWord({ status }: { status: ModelStatus }) {
  const { text, dot } = statusLook(status)
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`size-1.75 rounded-full ${dot}`} />
      {text}
    </span>
  )
})
