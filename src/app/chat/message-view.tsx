import { memo } from 'react'
import type { UserMessage } from './conversation.ts'

/** What the person wrote: a softly tinted block, line breaks kept. */
export const MessageView = memo(function MessageView({ message }: { message: UserMessage }) {
  return (
    <article aria-label="You" className="rounded-lg bg-tint px-3.5 py-2.5">
      <p data-part="text" className="text-md wrap-anywhere whitespace-pre-wrap">
        {message.text}
      </p>
    </article>
  )
})
