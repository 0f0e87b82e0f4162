import { connection } from '#app/data/connections/connection.ts'
import { connections } from '#app/data/connections/connections.ts'
import { scheduleFrame } from '#app/ui/schedule.ts'
import { streamOnDemand } from './load-chat-stream.ts'
import { createWorkspace } from './workspace.ts'

/** The workspace of this tab. It outlives the page component that shows it. */
export const workspace = createWorkspace({
  stream: streamOnDemand,
  isKeyed: (id) => (id === null ? connection.getState().key : connections.keyOf(id)) !== null,
  now: () => performance.now(),
  schedule: scheduleFrame,
})
