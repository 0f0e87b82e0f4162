import type { ChatMessage } from '#contract/chat.ts'

/** Prose runs to four or five characters a token, most other text to fewer, and hardly any to more than this. */
const mostCharactersPerToken = 8

/**
 * At least how many tokens a prompt takes. A low guess on purpose: it refuses what no tokenizer could fit, and leaves the
 * exact verdict to the engine. Pictures count for nothing.
 */
export function estimatePromptTokens(messages: readonly ChatMessage[]): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + textLength(content), 0) / mostCharactersPerToken)
}

function textLength(content: ChatMessage['content']): number {
  if (typeof content === 'string') return content.length
  if (!content) return 0
  return content.reduce(
    (sum, part) => sum + ('text' in part && typeof part.text === 'string' ? part.text.length : 0),
    0,
  )
}
