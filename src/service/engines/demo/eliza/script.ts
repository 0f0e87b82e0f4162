import type { Keyword } from './keyword.ts'
import { feelings } from './script-feelings.ts'
import { people } from './script-people.ts'
import { self } from './script-self.ts'
import { talk } from './script-talk.ts'

/** The therapist's script, written for Parley. */
export const script = {
  keywords: [...feelings, ...people, ...self, ...talk] satisfies readonly Keyword[],
  /** The reply before the first user message. */
  opening: 'Hello. This is a quiet room, and there is time. What would you like to talk about?',
  /** Replies to a message without words. */
  silence: [
    'We can sit with that for a while. When words come, what might the first one be?',
    'Silence is fine too. What is in it?',
  ],
  /** Statements that match are remembered, and taken up when no keyword matches. */
  memory: {
    pattern: '* my +',
    replies: [
      'Let us go back to something from before: your {2}. What has moved there since?',
      'I have kept a word of yours: your {2}. Does it belong to this?',
      'Earlier there was this: your {2}. Is it finished, or does it still speak?',
    ],
  },
  /** Replies when no keyword matches and nothing is remembered. */
  fallback: [
    'I am listening. What is the next thing?',
    'Could you put that another way, as if to someone who was not there?',
    'What is the heart of it, would you say?',
    'Stay there a moment. What do you notice?',
    'How does that sit with you now?',
    'And what would you like to come of it?',
  ],
} as const
