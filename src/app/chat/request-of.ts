import { wireParameters } from '#contract/parameters.ts'
import type { ChatRequestBody } from '#app/data/chat-stream.ts'
import type { Conversation, Entry } from './conversation.ts'

/**
 * The request that continues a conversation: system prompt first, then what was said. Parameters that were not touched
 * are absent, and so are replies of which nothing arrived.
 */
export function requestOf(conversation: Conversation, modelId: string, entries: readonly Entry[]): ChatRequestBody {
  const messages: ChatRequestBody['messages'] = []
  if (conversation.systemPrompt.trim() !== '') messages.push({ role: 'system', content: conversation.systemPrompt })
  for (const entry of entries) {
    if (entry.kind === 'user') messages.push({ role: 'user', content: entry.text })
    else if (entry.text !== '') messages.push({ role: 'assistant', content: entry.text })
  }
  return { model: modelId, messages, ...wireParameters(conversation.parameters) }
}
