import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createConversationStore } from '#app/chat/store/conversation-store.ts'
import { scheduleFrame } from '#app/ui/schedule.ts'
import { Transcript } from '#app/chat/transcript/transcript.tsx'
import { streamChat } from '#app/data/calls/chat-stream.ts'
import { longConversation } from './long-conversation.ts'

// A pane as in the playground, with a very long conversation.

const store = createConversationStore({
  stream: streamChat,
  now: () => performance.now(),
  schedule: scheduleFrame,
})

const root = document.querySelector('#root')
const open = createElement('button', { onClick: () => store.getState().open(longConversation(1_000)) }, 'Open')
const modelOf = () => undefined
const transcript = createElement(Transcript, { store, label: 'Conversation', modelOf, modelId: null, empty: open })
if (root) createRoot(root).render(transcript)
