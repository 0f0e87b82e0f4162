import { streamChat } from '#app/data/chat-stream.ts'
import { scheduleFrame } from './frame.ts'
import { createWorkspace } from './workspace.ts'

/** What is open in this tab; it outlives the page that shows it. */
export const workspace = createWorkspace({
  stream: streamChat,
  now: () => performance.now(),
  schedule: scheduleFrame,
})
