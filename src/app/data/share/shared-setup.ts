import type { ParameterValues } from '#contract/parameters.ts'
import type { Role } from '#app/data/message.ts'

/** A message of a shared setup: who said what, and which model where one did. */
export interface SharedMessage {
  role: Role
  text: string
  /** Of a model's reply, its id; absent for what a person wrote. */
  model?: string
}

/** What one pane has set and, as the sharer chose, said. */
export interface SharedPane {
  model: string | null
  /** Where its model is asked, when that is not the service that serves the page; never with a key. */
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

/** The most panes and messages a pane that are read, whatever somebody wrote into a link; and of a link's and a file's text. */
export const limits = { panes: 6, messages: 2000, inflatedBytes: 1024 * 1024, fileCharacters: 16 * 1024 * 1024 }
