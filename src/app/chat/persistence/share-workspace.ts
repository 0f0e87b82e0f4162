import { connections } from '#app/data/connections/connections.ts'
import { hasContent, newId, emptyReply, roleOf, wholeToolCalls, type Message } from '#app/data/message.ts'
import {
  type SharedMessage,
  type SharedPane,
  type SharedSetup,
  setupOfShared,
  sharedFieldsOf,
} from '#app/data/share/shared-setup.ts'
import { append, emptyTree, pathOf } from '#app/chat/store/message-tree.ts'
import type { PaneContent, WorkspaceState } from '#app/chat/store/workspace.ts'

/** The messages to share: none, those with these ids, or all that are shown. */
export type MessageChoice = 'none' | 'all' | ReadonlySet<string>

/** The open workspace as a shared setup. Panes without a model get `suggested`. */
export function sharedSetupOf(
  { panes, draft, detached }: Pick<WorkspaceState, 'panes' | 'draft' | 'detached'>,
  choice: MessageChoice,
  suggested: string | null,
): SharedSetup {
  const states = panes.map(({ store }) => store.getState())
  return {
    panes: states.map((state): SharedPane => {
      const baseUrl = connections.getState().others.find(({ id }) => id === state.connectionId)?.baseUrl
      return {
        ...sharedFieldsOf({ ...state, modelId: state.modelId ?? suggested }),
        ...(baseUrl !== undefined && { baseUrl }),
        messages: pathOf(state)
          .filter((message) => isChosen(message, choice))
          .map(sharedMessageOf),
      }
    }),
    draft: detached ? (states.find((state) => state.draft !== '')?.draft ?? '') : draft,
  }
}

/** The panes of a shared setup. `connectionOf` returns the id of the user's own connection to a base URL. */
export function panesOf({ panes }: SharedSetup, connectionOf: (baseUrl: string) => string | null): PaneContent[] {
  return panes.map(({ baseUrl, messages, ...fields }) => {
    let tree = emptyTree
    for (const each of messages) tree = append(tree, messageOf(each, tree.tip))
    return {
      ...setupOfShared(fields),
      connectionId: baseUrl === undefined ? null : connectionOf(baseUrl),
      ...tree,
    }
  })
}

function isChosen(message: Message, choice: MessageChoice): boolean {
  if (choice === 'none' || !hasContent(message)) return false
  return choice === 'all' || choice.has(message.id)
}

function sharedMessageOf(message: Message): SharedMessage {
  const { text } = message
  const role = roleOf(message)
  if (message.kind !== 'reply') return { role, text }
  const toolCalls = wholeToolCalls(message).map(({ id, name, arguments: json, result }) => ({
    id,
    name,
    arguments: json,
    ...(result && { result: result.text }),
  }))
  return { role, text, model: message.modelId, ...(toolCalls.length > 0 && { toolCalls }) }
}

function messageOf({ role, text, model, toolCalls }: SharedMessage, parent: string | null): Message {
  const base = { id: newId(), parent, createdAt: Date.now(), text }
  if (model === undefined) return { ...base, kind: 'written', role }
  // Links hold no measurements.
  return {
    ...base,
    ...emptyReply,
    kind: 'reply',
    state: 'done',
    sentAt: 0,
    modelId: model,
    ...(toolCalls && {
      toolCalls: toolCalls.map(({ result, ...call }, index) => ({
        index,
        ...call,
        ...(result !== undefined && { result: { text: result, startedAt: 0, endedAt: 0 } }),
      })),
    }),
  }
}
