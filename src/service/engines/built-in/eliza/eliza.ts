import type { BuiltInModel } from '#service/engines/built-in/built-in-model.ts'
import { textOf } from '#service/engines/built-in/message-text.ts'
import { modelCard } from '#service/engines/built-in/model-card.ts'
import { startConversation } from './conversation.ts'
import { script } from './script.ts'

/**
 * A therapist in the manner of Joseph Weizenbaum's ELIZA (“ELIZA: a computer program for the study of natural language
 * communication between man and machine”, Communications of the ACM 9:1, 1966), with a script of its own. The service
 * keeps no state, so what it remembers is found by holding the whole conversation again.
 */
export const eliza: BuiltInModel = {
  model: modelCard(
    'eliza',
    'Eliza',
    'A demonstration that runs inside Parley: a calm therapist made of patterns, in the manner of 1966, with no understanding whatever. Tell it about your day, your family or a dream, and keep talking: it remembers.',
  ),
  reply({ request }) {
    const conversation = startConversation()
    const statements = request.messages.filter(({ role }) => role === 'user')
    const answer = statements.reduce<string>((_, message) => conversation.answer(textOf(message)), script.opening)
    return { pieces: [answer] }
  },
}
