import type { MessageTree } from '#app/chat/store/message-tree.ts'
import type { Message, Reply } from '#app/data/message.ts'

/** Alternating questions and replies of several screens. Each contains its number: `Marker 12.` */
export function longConversation(count: number): MessageTree {
  const messages = Array.from({ length: count }, (_, index): Message => {
    const base = { id: `message ${index}`, parent: index === 0 ? null : `message ${index - 1}`, createdAt: index }
    return index % 2 === 0
      ? { ...base, kind: 'written', role: 'user', text: `Marker ${index}. ${'What about this? '.repeat(20)}` }
      : { ...base, ...finished, text: replyText(index) }
  })
  return { messages, tip: messages.at(-1)?.id ?? null }
}

const finished = {
  kind: 'reply',
  modelId: 'model',
  state: 'done',
  reasoning: '',
  continuedFrom: 0,
  sentAt: 0,
  firstDeltaAt: 100,
  firstTextAt: 100,
  lastDeltaAt: 5_000,
  deltas: 900,
  usage: null,
  finishReason: 'stop',
  failure: null,
  refusedWith: null,
} satisfies Partial<Reply>

function replyText(index: number): string {
  const sentence = 'Some **words** of it, with `code` and [a link](https://example.org/page), go on for a while. '
  return [
    `## Marker ${index}.`,
    sentence.repeat(6),
    Array.from({ length: 6 }, (_, item) => `${item + 1}. ${sentence}`).join('\n'),
    `| Name | Value |\n| --- | ---: |\n${'| some | 12 |\n'.repeat(8)}`,
    `\`\`\`ts\n${'const answer = await ask({ limit: 12 }) // and so on\n'.repeat(14)}\`\`\``,
    sentence.repeat(8),
  ].join('\n\n')
}
