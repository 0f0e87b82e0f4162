import { memo } from 'react'
import type { Role, WrittenMessage } from '#app/data/message.ts'

const names: Record<Role, string> = { user: 'You', system: 'System', assistant: 'Assistant' }

/** What the person wrote: a softly tinted block, line breaks kept. */
export const MessageView = memo(function MessageView({ message }: { message: WrittenMessage }) {
  return (
    <article aria-label={names[message.role]} className="rounded-lg bg-tint px-3.5 py-2.5">
      <p data-part="text" className="text-md wrap-anywhere whitespace-pre-wrap">
        {message.text}
      </p>
    </article>
  )
})
