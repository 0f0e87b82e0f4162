import type { ParameterValues } from '#contract/parameters.ts'
import type { Role, ToolCall } from '#app/data/message.ts'
import { mostPanes } from '#app/data/setup.ts'

/** A message of a shared setup: who said what, and which model where one did. */
export interface SharedMessage {
  role: Role
  text: string
  /** Of a model's reply, its id; absent for what a person wrote. */
  model?: string
  /** The tools that a model's reply called; never an empty list. */
  toolCalls?: Omit<ToolCall, 'index'>[]
}

/** What one pane has set and, as the sharer chose, said. */
export interface SharedPane {
  model: string | null
  /** Where its model is asked, as `readBaseUrl` gives it, when that is not the service that serves the page; never with a key. */
  baseUrl?: string
  system: string
  parameters: ParameterValues
  extraBody: string
  messages: SharedMessage[]
}

/** Everything that a link can carry. What has no place here can't be shared: no key, no header, no history. */
export interface SharedSetup {
  panes: SharedPane[]
  /** What stands in Message, not yet sent. */
  draft: string
}

/** What a link or file that can't be opened has wrong. */
export type ShareFault = 'damaged' | 'too-large' | 'newer-version' | 'not-a-setup'

/** What is read at most, whatever somebody wrote: panes, messages a pane, a link's text once inflated, and a file's. */
export const limits = { panes: mostPanes, messages: 2000, inflatedBytes: 1024 * 1024, fileCharacters: 16 * 1024 * 1024 }
