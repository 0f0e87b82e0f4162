import type { ParameterValues } from '#contract/parameters.ts'

/** What shapes the replies of one pane: what is kept, shared and turned into code, beside the messages. */
export interface Setup {
  /** Null until one is chosen; the page then suggests the first that can be called. */
  modelId: string | null
  /** The connection that answers, by its id; null is the service that served this page. */
  connectionId: string | null
  systemPrompt: string
  parameters: ParameterValues
  /** Further fields of the request body as the person typed them: JSON text of one object, or empty. */
  extraBody: string
}

/** The most panes that stand side by side, and so that are kept and shared. */
export const mostPanes = 6

export const emptySetup: Setup = { modelId: null, connectionId: null, systemPrompt: '', parameters: {}, extraBody: '' }
