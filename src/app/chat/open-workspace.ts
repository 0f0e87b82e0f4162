import { scheduleFrame } from './frame.ts'
import { streamOnDemand } from './stream-on-demand.ts'
import { createWorkspace } from './workspace.ts'

/** What is open in this tab; it outlives the page that shows it. */
export const workspace = createWorkspace({
  stream: streamOnDemand,
  now: () => performance.now(),
  schedule: scheduleFrame,
})
