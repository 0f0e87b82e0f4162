import type { ParameterName, ParameterValues } from '#contract/parameters.ts'
import type { ChatRequestBody } from '#app/data/calls/chat-stream.ts'
import type { Role } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'
import type { MessageTree } from './message-tree.ts'
import type { Turn, UndoHistory } from './undo-history.ts'

/** What one pane holds: what was set, what was said, and what is on its way. */
export interface PaneConversation extends Setup, MessageTree {
  /** What stands in Message, not yet sent. */
  draft: string
  /** Messages that are sent one by one as replies end; after a stop they wait until a person sends them. */
  queued: readonly Turn[]
  /** What was typed for a parameter and may not be sent, by its name. Not kept, as it shapes no reply. */
  invalid: Readonly<Partial<Record<ParameterName, string>>>
  steps: UndoHistory
  /** The reply on its way to this page, by its id. */
  running: string | null
}

/** What can be done with it. Each step but a setting can be taken back. None rejects, and none does harm when it makes no sense. */
export interface ConversationActions {
  /** Says the draft to the model and streams its reply. Does nothing without a draft, or while a reply is on its way. */
  send(modelId: string): void
  /** Says a text of another pane or place, leaving the draft alone. */
  say(text: string, modelId: string, turn?: Turn): void
  /** Says a message that goes to several panes: at once, or when the reply on its way and those queued have ended. */
  deliver(turn: Turn, modelId: string | null): void
  /** Sends the first queued message; the others follow by themselves. Does nothing while a reply is on its way. */
  sendQueued(modelId: string): void
  /** Takes a message out of the queue. */
  unqueue(turnId: string): void
  /** Asks for what follows the last message, such as a prefilled answer, without saying anything. */
  run(modelId: string): void
  /** Stops the reply on its way; what arrived stays. */
  stop(): void
  /** Asks again for a reply, with what is set now; the earlier one stays as a version. */
  regenerate(id: string, modelId: string): void
  /** Asks again with the exact request behind a reply, `sent` being its JSON; the earlier one stays as a version. */
  replay(id: string, body: ChatRequestBody, sent: string): void
  /** Has the model go on from a reply that was cut; the shorter one stays as a version. */
  continueReply(id: string, modelId: string): void
  /** Says an edited message in place of the one with this id, which stays as a version. */
  editAndResend(id: string, text: string, modelId: string): void
  /** Changes a message's text where it stands. */
  editText(id: string, text: string): void
  setRole(id: string, role: Role): void
  remove(id: string): void
  /** Puts a written message after another one; null is before all. Its id is given back. */
  insertAfter(after: string | null, role: Role, text: string): string
  /** Exchanges a message with the one shown before it. */
  moveUp(id: string): void
  /** Exchanges a message with the one shown after it. */
  moveDown(id: string): void
  showVersion(id: string): void
  /** Shows messages that come from elsewhere, beside those that are here. */
  adopt(branch: MessageTree): void
  undo(): void
  redo(): void
  /** Chooses who answers; without a connection it is a model of the service that served this page. */
  setModel(modelId: string, connectionId?: string | null): void
  setDraft(text: string): void
  setSystemPrompt(text: string): void
  /** Undefined takes the parameter back to untouched, so that it is not sent. */
  setParameter<Name extends ParameterName>(name: Name, value: ParameterValues[Name]): void
  /** Notes what was typed for a parameter and may not be sent, which takes the parameter back to untouched. */
  setInvalid(name: ParameterName, typed: string): void
  setExtraBody(text: string): void
  /** Sets several of these at once, such as those of a preset. */
  applySetup(setup: Partial<Setup>): void
  /** Stops what is on its way and shows these messages instead, with nothing to take back. */
  open(tree: MessageTree): void
}

export type ConversationState = PaneConversation & ConversationActions
