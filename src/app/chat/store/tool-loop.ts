import { type Message, type Reply, type ToolCall, type ToolResult, wholeToolCalls } from '#app/data/message.ts'

/** How many replies in a row, up to the end of the path, called tools. */
export function countToolRounds(path: readonly Message[]): number {
  return path.length - 1 - path.findLastIndex((message) => wholeToolCalls(message).length === 0)
}

/** The calls of a reply whose results haven't been sent. */
export function waitingCalls(reply: Reply): readonly ToolCall[] {
  return wholeToolCalls(reply).filter(({ result }) => !result || result.isDraft === true)
}

/** The reply with all results as they are sent: drafts become final, and a call without a result gets an empty one. */
export function withSentResults(reply: Reply, at: number): Reply {
  return withResults(reply, ({ result }) => {
    if (result && result.isDraft !== true) return result
    return { text: result?.text ?? '', startedAt: result?.startedAt ?? at, endedAt: at }
  })
}

/** The reply with the result of one call as typed so far. `waitingSince` is a time on the reply's clock. */
export function withDraftResult(reply: Reply, index: number, text: string, waitingSince: number): Reply {
  return withResults(reply, (call) =>
    call.index === index
      ? { text, isDraft: true, startedAt: call.result?.startedAt ?? waitingSince, endedAt: waitingSince }
      : call.result,
  )
}

/** The reply with other arguments of one call. */
export function withArguments(reply: Reply, index: number, json: string): Reply {
  const toolCalls = reply.toolCalls?.map((call) => (call.index === index ? { ...call, arguments: json } : call))
  return toolCalls ? { ...reply, toolCalls } : reply
}

/** Identifies a call among all replies of a pane. */
export function callKey(replyId: string, index: number): string {
  return `${replyId} ${index}`
}

/** The reply with other results of its calls; the same reply if none changes. */
export function withResults(reply: Reply, resultOf: (call: ToolCall) => ToolResult | undefined): Reply {
  const { toolCalls = [] } = reply
  const next = toolCalls.map((call) => {
    const result = resultOf(call)
    return result === call.result || !result ? call : { ...call, result }
  })
  return next.every((call, place) => call === toolCalls[place]) ? reply : { ...reply, toolCalls: next }
}
