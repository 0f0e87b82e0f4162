import type { PaneContent } from '#app/chat/store/workspace.ts'
import type { Message, ToolResult } from '#app/data/message.ts'
import { type TextStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import type { Snapshot } from './snapshot.ts'

const storageName = 'parley.unsent-results'

/** The results of a reply's tool calls that were being typed, by the index of the call, by the id of the reply. */
type UnsentResults = ReadonlyMap<string, ReadonlyMap<number, ToolResult>>

/** Stores the tool results that are being typed. A page that is left has no time to write them to the database. */
export function storeUnsentResults(storage: TextStorage | undefined, { panes }: Snapshot): void {
  const unsent = panes.flatMap(({ messages }) =>
    messages.flatMap((message) => {
      const calls = message.kind === 'reply' ? (message.toolCalls ?? []) : []
      return calls.flatMap(({ index, result }) => (result?.isDraft ? [{ id: message.id, index, result }] : []))
    }),
  )
  writeText(storage, storageName, unsent.length === 0 ? null : JSON.stringify(unsent))
}

/** Once the database has them, they must not replace what is typed later. */
export function forgetUnsentResults(storage: TextStorage | undefined): void {
  writeText(storage, storageName, null)
}

export function readUnsentResults(storage: TextStorage | undefined): UnsentResults {
  const stored = parseJson(readText(storage, storageName) ?? '[]')
  const found = new Map<string, Map<number, ToolResult>>()
  for (const each of Array.isArray(stored) ? stored : []) {
    if (!isRecord(each) || !isRecord(each['result'])) continue
    const { id, index, result } = each
    const { text, startedAt, endedAt } = result
    if (typeof id !== 'string' || typeof index !== 'number' || typeof text !== 'string') continue
    if (typeof startedAt !== 'number' || typeof endedAt !== 'number') continue
    const ofReply = found.get(id) ?? new Map<number, ToolResult>()
    found.set(id, ofReply.set(index, { text, isDraft: true, startedAt, endedAt }))
  }
  return found
}

/** The panes with these results. A result that was sent in the meantime, such as in another tab, stays. */
export function withUnsentResults(panes: readonly PaneContent[], unsent: UnsentResults): PaneContent[] {
  return panes.map((pane) => ({
    ...pane,
    ...(pane.messages && { messages: pane.messages.map((message) => withResults(message, unsent.get(message.id))) }),
  }))
}

function withResults(message: Message, unsent: ReadonlyMap<number, ToolResult> | undefined): Message {
  if (message.kind !== 'reply' || !message.toolCalls || !unsent) return message
  const toolCalls = message.toolCalls.map((call) => {
    const result = unsent.get(call.index)
    return result && (!call.result || call.result.isDraft) ? { ...call, result } : call
  })
  return { ...message, toolCalls }
}
