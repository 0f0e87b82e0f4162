import type { McpAccess } from '#app/data/mcp/mcp-access.ts'
import type { Message, Reply, ToolResult } from '#app/data/message.ts'
import type { ToolSetup } from '#app/data/tools.ts'
import { mockResultOf } from '#dialects/mock-result.ts'
import type { ConversationState } from './conversation.ts'
import * as tree from './message-tree.ts'
import { callKey, countToolRounds, waitingCalls, withResults } from './tool-loop.ts'

interface ToolRunnerOptions {
  get(): ConversationState
  set(change: (state: ConversationState) => Partial<ConversationState>): void
  now(): number
  /** Loads the access to MCP servers; absent where there are none. */
  mcp?: (() => Promise<McpAccess>) | undefined
  replyOf(id: string): Reply | undefined
  before(id: string): Message[]
  /** Requests the reply that follows the results. */
  requestNext(modelId: string, id: string): void
}

export type ToolRunner = ReturnType<typeof createToolRunner>

/** Answers the tool calls of one pane: mock tools at once, those of MCP servers once the user has allowed it. */
export function createToolRunner({ get, set, now, mcp, replyOf, before, requestNext }: ToolRunnerOptions) {
  /** The calls to servers that are running. */
  const running = new Map<string, AbortController>()

  /**
   * Answers what can be answered in a reply that has ended, and requests the next reply once no call waits. False if the reply
   * has no calls, or no round is left for them.
   */
  function runTools(id: string, modelId: string): boolean {
    const { tools } = get()
    const ended = replyOf(id)
    const rounds = countToolRounds(before(id))
    if (!ended || rounds === 0 || rounds > tools.maxRounds) return false
    const reply = withMockResults(ended, tools, now())
    set((state) => tree.replace(state, reply))
    const isNext = get().tip === id && get().running === null
    if (waitingCalls(reply).length > 0) void callAllowed(id, modelId)
    else if (isNext) requestNext(get().modelId ?? modelId, id)
    return true
  }

  function serverToolOf(name: string) {
    return get().tools.list.find((tool) => tool.name === name && tool.kind === 'mcp')
  }

  /** Calls the tools whose servers need no confirmation. */
  async function callAllowed(id: string, modelId: string): Promise<void> {
    const reply = replyOf(id)
    if (!mcp || !reply || !waitingCalls(reply).some(({ name }) => serverToolOf(name))) return
    const { isAllowed } = await mcp()
    for (const { index, name, failure } of waitingCalls(replyOf(id) ?? reply)) {
      const tool = serverToolOf(name)
      if (tool && failure === undefined && isAllowed(tool.server)) void callTool(id, index, modelId)
    }
  }

  /** Calls a tool of an MCP server. A failure is shown in the card; the user may then repeat it or type the result. */
  async function callTool(id: string, index: number, modelId: string): Promise<void> {
    const key = callKey(id, index)
    const reply = replyOf(id)
    const call = reply && waitingCalls(reply).find((each) => each.index === index)
    const tool = call && serverToolOf(call.name)
    if (!mcp || !tool || running.has(key)) return
    const controller = new AbortController()
    running.set(key, controller)
    const startedAt = now()
    set((state) => ({
      calling: [...state.calling, key],
      ...tree.replace(state, withCallFailure(reply, index, undefined)),
    }))
    const outcome = await mcp()
      .then((access) => access.call(tool.server, tool.name, call.arguments, controller.signal))
      .catch(() => ({ problem: 'The call couldn’t be made. Try again.' }))
    // After a stop the call waits again.
    if (controller.signal.aborted) return
    running.delete(key)
    set(({ calling }) => ({ calling: calling.filter((each) => each !== key) }))
    const asked = replyOf(id)
    if (!asked) return
    if ('problem' in outcome) {
      set((state) => tree.replace(state, withCallFailure(asked, index, outcome.problem)))
      return
    }
    const result = { text: outcome.text, startedAt, endedAt: now() }
    set((state) => tree.replace(state, withFinalResult(asked, index, result)))
    runTools(id, modelId)
  }

  /** Ends all running calls; they wait again. */
  function stopCalls(): void {
    if (running.size === 0) return
    for (const controller of running.values()) controller.abort()
    running.clear()
    set(() => ({ calling: [] }))
  }

  return { runTools, callTool, stopCalls }
}

/** The reply with the results of its mock tools. `at` is the time on the reply's clock, in milliseconds. */
function withMockResults(reply: Reply, { list }: ToolSetup, at: number): Reply {
  return withResults(reply, (call) => {
    const tool = list.find(({ name }) => name === call.name)
    if (tool?.kind !== 'mock' || call.result) return call.result
    return { text: mockResultOf(tool.mockResult, call.arguments), startedAt: at, endedAt: at }
  })
}

/** The reply with what a server returned for one call. */
function withFinalResult(reply: Reply, index: number, result: ToolResult): Reply {
  return withResults(reply, (call) => (call.index === index ? result : call.result))
}

/** The reply with the reason why one call failed; undefined removes it. */
function withCallFailure(reply: Reply, index: number, problem: string | undefined): Reply {
  const toolCalls = reply.toolCalls?.map((call) => {
    if (call.index !== index) return call
    const { failure: _, ...rest } = call
    return problem === undefined ? rest : { ...rest, failure: problem }
  })
  return toolCalls ? { ...reply, toolCalls } : reply
}
