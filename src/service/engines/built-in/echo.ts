import type { BuiltInModel } from './built-in-model.ts'
import { lastUserText } from './message-text.ts'
import { modelCard } from './model-card.ts'

/** Says the last user message again. */
export const echo: BuiltInModel = {
  model: modelCard(
    'echo',
    'Echo',
    'A demonstration that runs inside Parley: it says your last message again, token by token. Try it with markdown, to see how a reply will look while it streams.',
  ),
  reply: ({ request }) => ({
    pieces: [lastUserText(request.messages) ?? 'None of the messages is the user’s, so there is nothing to echo.'],
  }),
}
