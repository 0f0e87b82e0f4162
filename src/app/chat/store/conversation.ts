import type { ParameterName, ParameterValues } from '#contract/parameters.ts'
import type { Attachment } from '#app/data/attachments/attachment.ts'
import type { ChatRequestBody } from '#app/data/calls/chat-stream.ts'
import type { Role } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'
import type { MessageTree } from './message-tree.ts'
import type { EditedSetup, Turn, UndoHistory } from './undo-history.ts'

/** The state of one pane: its setup, its messages and the reply that is streaming. */
export interface PaneConversation extends Setup, MessageTree {
  /** The unsent text in the pane's message field. */
  draft: string
  /** The files attached to it. */
  attached: readonly Attachment[]
  /** Sent one by one as replies end; after a stop they wait until the user sends them. */
  queued: readonly Turn[]
  /** Invalid text in the fields of parameters, by name. It is not saved. */
  invalid: Readonly<Partial<Record<ParameterName, string>>>
  steps: UndoHistory
  /** The id of the reply that is streaming. */
  running: string | null
  /** The tool calls that MCP servers are answering; see `callKey`. */
  calling: readonly string[]
}

/** The actions on a pane. Changes of messages, tools and the response format can be undone; changes of other settings can't. An action that doesn't apply does nothing. */
export interface ConversationActions {
  /** Sends the draft with its files and streams the reply. Does nothing without a draft or while a reply is streaming. */
  send(modelId: string): void
  /** Sends a message other than the draft. */
  say(text: string, modelId: string, turn?: Turn): void
  /** Sends a message that goes to several panes: now, or after the current reply and the queue. */
  deliver(turn: Turn, modelId: string | null): void
  /** Sends the first queued message; the others follow as replies end. Does nothing while a reply is streaming. */
  sendQueued(modelId: string): void
  /** Removes a message from the queue. */
  unqueue(turnId: string): void
  /** Requests a reply to the last message, or the rest of a prefilled answer, without sending anything new. */
  run(modelId: string): void
  /** Stops the streaming reply, and the calls of tools; what has arrived stays. */
  stop(): void
  /** Requests a reply again with the current setup; the earlier one stays as a version. */
  regenerate(id: string, modelId: string): void
  /** Repeats the exact request of a reply; `sent` is its JSON text. The earlier reply stays as a version. */
  replay(id: string, body: ChatRequestBody, sent: string): void
  /** Lets the model continue a reply that was cut off; the shorter one stays as a version. */
  continueReply(id: string, modelId: string): void
  /** Requests a version of a reply that begins with this text, such as one with another token. */
  branchReply(id: string, start: string, modelId: string): void
  /** Sends an edited version of a message; the original stays as a version. Without `attachments` its files stay. */
  editAndResend(id: string, text: string, modelId: string, attachments?: readonly Attachment[]): void
  /** Changes the text of a message in place, and its files if given. */
  editText(id: string, text: string, attachments?: readonly Attachment[]): void
  setRole(id: string, role: Role): void
  remove(id: string): void
  /** Inserts a written message after another one, or at the start if null. Returns its id. */
  insertAfter(after: string | null, role: Role, text: string, attachments?: readonly Attachment[]): string
  /** Swaps a message with the one above it. */
  moveUp(id: string): void
  /** Swaps a message with the one below it. */
  moveDown(id: string): void
  showVersion(id: string): void
  /** Adds and shows messages of another pane; existing messages stay as versions. */
  adopt(branch: MessageTree): void
  /** Changes the result of a tool call, by its index in the reply; it is sent with `sendResults`. */
  setResult(id: string, index: number, text: string): void
  /** Changes the arguments of a tool call, which the next request contains. */
  setArguments(id: string, index: number, json: string): void
  /** Calls the tool of an MCP server, as the user has allowed; the next reply follows when no call waits any more. */
  callTool(id: string, index: number, modelId: string): void
  /** Sends all results of a reply's tool calls and requests the next reply. */
  sendResults(id: string, modelId: string): void
  undo(): void
  redo(): void
  /** Chooses the model; a null connection is the service that served this page. */
  setModel(modelId: string, connectionId?: string | null): void
  setDraft(text: string): void
  setAttached(attached: readonly Attachment[]): void
  setSystemPrompt(text: string): void
  /** Sets a parameter; undefined unsets it, so that it is not sent. */
  setParameter<Name extends ParameterName>(name: Name, value: ParameterValues[Name]): void
  /** Unsets a parameter and remembers the invalid text that was typed. */
  setInvalid(name: ParameterName, typed: string): void
  setExtraBody(text: string): void
  /** Changes tools or the response format as an edit that can be undone. */
  editSetup(name: 'tools' | 'format', edited: EditedSetup): void
  /** Sets several fields of the setup at once, such as those of a preset. */
  applySetup(setup: Partial<Setup>): void
  /** Stops the reply and shows these messages instead, with an empty undo history. */
  open(tree: MessageTree): void
}

export type ConversationState = PaneConversation & ConversationActions
