import { babble } from './babble/babble.ts'
import { type DemoModel, lastUserText, modelCard } from './demo-model.ts'
import { eliza } from './eliza/eliza.ts'
import { inspect } from './inspect.ts'
import { typist } from './typist/typist.ts'

/** Repeats the last user message. */
const echo: DemoModel = {
  model: modelCard(
    'echo',
    'Echo',
    'A demonstration that runs inside Parley: it says your last message again, token by token. Try it with markdown, to see how a reply will look while it streams.',
  ),
  reply: ({ request }) => ({
    pieces: [lastUserText(request.messages) ?? 'None of the messages is the user’s, so there is nothing to echo.'],
  }),
}

/** The built-in models, in display order. */
export const demoModels: readonly DemoModel[] = [eliza, babble, echo, inspect, typist]
