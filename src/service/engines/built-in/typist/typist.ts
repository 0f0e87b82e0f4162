import type { BuiltInModel } from '#service/engines/built-in/built-in-model.ts'
import { lastUserText } from '#service/engines/built-in/message-text.ts'
import { modelCard } from '#service/engines/built-in/model-card.ts'
import { writeManuscript } from './manuscript.ts'
import { readTypingRequest } from './typing-request.ts'

const defaultTokens = 600
const mostTokens = 200_000

/** Types markdown of every kind, as long and as fast as it is told. */
export const typist: BuiltInModel = {
  model: modelCard(
    'typist',
    'Typist',
    'A demonstration that runs inside Parley: it types markdown of every kind, up to 200,000 tokens, always the same for the same length. Try “2000 tokens at 500 tokens per second”, or only one half of that.',
  ),
  reply({ request }) {
    const { tokens = defaultTokens, ...pace } = readTypingRequest(lastUserText(request.messages) ?? '')
    return { pieces: writeManuscript(Math.min(Math.max(tokens, 1), mostTokens)), ...pace }
  },
}
