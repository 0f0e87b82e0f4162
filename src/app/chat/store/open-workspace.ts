import { connection } from '#app/data/connections/connection.ts'
import { connections } from '#app/data/connections/connections.ts'
import { noteUsed } from '#app/models/remembered-models.ts'
import { scheduleFrame } from '#app/ui/schedule.ts'
import { streamOnDemand } from './load-chat-stream.ts'
import { createWorkspace } from './workspace.ts'

/** The workspace of this tab. It outlives the page component that shows it. */
export const workspace = createWorkspace({
  stream(request, signal) {
    noteUsed({ modelId: request.body.model, connectionId: request.connectionId })
    return streamOnDemand(request, signal)
  },
  isKeyed: (id) => (id === null ? connection.getState().key : connections.keyOf(id)) !== null,
  mcp: async () => (await import('#app/data/mcp/mcp-access.ts')).mcpAccess,
  now: () => performance.now(),
  schedule: scheduleFrame,
})
