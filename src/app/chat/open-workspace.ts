import { connection } from '#app/data/connection.ts'
import { connections } from '#app/data/connections.ts'
import { scheduleFrame } from './frame.ts'
import { streamOnDemand } from './stream-on-demand.ts'
import { createWorkspace } from './workspace.ts'

/** What is open in this tab; it outlives the page that shows it. */
export const workspace = createWorkspace({
  stream: streamOnDemand,
  isKeyed: (id) => (id === null ? connection.getState().key : connections.keyOf(id)) !== null,
  now: () => performance.now(),
  schedule: scheduleFrame,
})
