import { connections } from '#app/data/connections/connections.ts'
import type { Attachment } from '#app/data/attachments/attachment.ts'
import {
  attachmentsOf,
  hasContent,
  newId,
  emptyReply,
  roleOf,
  wholeToolCalls,
  type Message,
} from '#app/data/message.ts'
import {
  type SharedFile,
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

/**
 * The open workspace as a shared setup. Panes without a model get `suggested`. `files` are the attached files to share, as
 * base64, by their hashes.
 */
export function sharedSetupOf(
  { panes, draft, detached }: Pick<WorkspaceState, 'panes' | 'draft' | 'detached'>,
  choice: MessageChoice,
  suggested: string | null,
  files: ReadonlyMap<string, string> = new Map(),
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
          .map((message) => sharedMessageOf(message, files)),
      }
    }),
    draft: detached ? (states.find((state) => state.draft !== '')?.draft ?? '') : draft,
  }
}

/** The files of the messages to share, each once. */
export function sharedAttachments({ panes }: Pick<WorkspaceState, 'panes'>, choice: MessageChoice): Attachment[] {
  const messages = panes.flatMap(({ store }) => pathOf(store.getState()).filter((each) => isChosen(each, choice)))
  return [...new Map(messages.flatMap(attachmentsOf).map((each) => [each.hash, each])).values()]
}

/**
 * The panes of a shared setup. `connectionOf` returns the id of the user's own connection to a base URL, `received` the
 * attachment that a shared file became, if it is valid.
 */
export function panesOf(
  { panes }: SharedSetup,
  connectionOf: (baseUrl: string) => string | null,
  received: ReadonlyMap<SharedFile, Attachment> = new Map(),
): PaneContent[] {
  return panes.map(({ baseUrl, messages, ...fields }) => {
    let tree = emptyTree
    for (const each of messages) tree = append(tree, messageOf(each, tree.tip, received))
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

function sharedMessageOf(message: Message, all: ReadonlyMap<string, string>): SharedMessage {
  const { text } = message
  const role = roleOf(message)
  if (message.kind !== 'reply') {
    const files = attachmentsOf(message).flatMap(({ hash, name }) => {
      const data = all.get(hash)
      return data === undefined ? [] : [{ name, data }]
    })
    return { role, text, ...(files.length > 0 && { files }) }
  }
  const toolCalls = wholeToolCalls(message).map(({ id, name, arguments: json, result }) => ({
    id,
    name,
    arguments: json,
    ...(result && { result: result.text }),
  }))
  return { role, text, model: message.modelId, ...(toolCalls.length > 0 && { toolCalls }) }
}

function messageOf(
  { role, text, model, toolCalls, files = [] }: SharedMessage,
  parent: string | null,
  received: ReadonlyMap<SharedFile, Attachment>,
): Message {
  const base = { id: newId(), parent, createdAt: Date.now(), text }
  if (model === undefined) {
    const attachments = files.flatMap((file) => received.get(file) ?? [])
    return { ...base, kind: 'written', role, ...(attachments.length > 0 && { attachments }) }
  }
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
