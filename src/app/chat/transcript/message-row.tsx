import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import type { Message } from '#app/data/message.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { MessageView } from './message-view.tsx'
import { NewMessage } from './new-message.tsx'
import { openEdits } from '#app/chat/store/open-edits.ts'
import { PlainMessage, UnformattedMessage } from './plain-message.tsx'

/** Its script brings Markdown, and there is no reply before something was sent. */
const ReplyView = lazyPart(async () => (await import('./reply-view.tsx')).ReplyView, {
  loading: ({ reply, model }) => <PlainMessage message={reply} model={model} />,
  missing: ({ reply, ...rest }) => <UnformattedMessage message={reply} {...rest} />,
})

interface MessageRowProps {
  message: Message
  store: ConversationStore
  /** The catalogue's entry of the model that replied; undefined where there is none. */
  model: Model | undefined
  /** The model that is asked when a reply is asked for again; null is the one that gave it. */
  modelId: string | null
  isLast: boolean
  /** True once it has been on its way while it stood here. */
  watched: boolean
}

/** One message of the transcript, and beside it the editor of a new one where that is being written. */
export function MessageRow({ message, store, model, modelId, isLast, watched }: MessageRowProps) {
  const adding = useStore(openEdits, (state) => (state.adding?.beside === message.id ? state.adding.place : null))
  const editor = adding !== null && <NewMessage beside={message} place={adding} store={store} />
  return (
    <>
      {adding === 'before' && editor}
      {message.kind === 'written' ? (
        <MessageView message={message} store={store} modelId={modelId} isLast={isLast} />
      ) : (
        <ReplyView reply={message} {...{ model, store, modelId, isLast, watched }} />
      )}
      {adding === 'after' && editor}
    </>
  )
}
