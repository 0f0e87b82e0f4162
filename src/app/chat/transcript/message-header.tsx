import { type ReactNode, memo } from 'react'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { MessageVersions } from './message-versions.tsx'
import { MessageLabel } from './plain-message.tsx'

interface MessageHeaderProps {
  id: string
  parent: string | null
  /** Who wrote the message. */
  name: string
  modelId?: string
  connectionId?: string | null | undefined
  /** Whether the user has changed a reply. */
  edited?: boolean | undefined
  store: ConversationStore
  /** The toolbar; nothing while a reply streams. */
  children?: ReactNode
}

/** The label row of a message with its versions and toolbar. Memoized, so that it doesn't render for each token. */
export const MessageHeader = memo(function MessageHeader({
  id,
  parent,
  edited = false,
  store,
  children,
  ...author
}: MessageHeaderProps) {
  return (
    <MessageLabel {...author}>
      <MessageVersions id={id} parent={parent} store={store} />
      {edited && <span>Edited</span>}
      {children}
    </MessageLabel>
  )
})
