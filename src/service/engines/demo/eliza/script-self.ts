import type { Keyword } from './keyword.ts'

/** Statements about oneself, and reasons and conditions. */
export const self: readonly Keyword[] = [
  {
    words: ['because'],
    rank: 3,
    rules: [
      {
        pattern: '* because +',
        replies: [
          'Say that {2}. Would that be reason enough for a friend of yours?',
          'And if it were not so, what would change?',
        ],
      },
    ],
  },
  {
    words: ['if'],
    rank: 3,
    rules: [
      {
        pattern: '* if +',
        replies: ['How likely is it, in a calm hour, that {2}?', 'Imagine it: {2}. What is the next scene?'],
      },
    ],
  },
  {
    words: ['my'],
    rank: 2,
    rules: [
      {
        pattern: '* my + is|are|was|were +',
        replies: [
          'Your {2} {3} {4}: what was the first you noticed of it?',
          'Since when has it been so that your {2} {3} {4}?',
        ],
      },
      {
        pattern: '* my +',
        replies: [
          'Your {2}. Why does that matter to you today?',
          'What should one know about your {2} to understand you?',
        ],
      },
    ],
  },
  {
    words: ['i', 'me', 'myself'],
    rank: 1,
    rules: [
      {
        pattern: "* i can't +",
        replies: [
          'What happens when you try to {2}?',
          'Who says that you cannot {2}?',
          'What would it mean if you could {2}?',
        ],
      },
      { pattern: '* i am not +', replies: ['What would being {2} ask of you?', 'Who would like you to be {2}?'] },
      {
        pattern: '* i am +',
        replies: ['How did you come to be {2}?', 'What is it like, day by day, to be {2}?', 'Do you mind being {2}?'],
      },
      {
        pattern: '* i was +',
        replies: ['And who are you now, who were {2}?', 'What did it teach you that you were {2}?'],
      },
      {
        pattern: "* i don't know *",
        replies: [
          'Not knowing is a fair place to start. What would a guess sound like?',
          'Which part of it do you know?',
        ],
      },
      {
        pattern: "* i don't +",
        replies: ['What keeps you from it, that you do not {2}?', 'Was there a time when you did {2}?'],
      },
      {
        pattern: '* i think|believe|guess|suppose +',
        replies: ['How sure are you, from one to ten, that {3}?', 'Where did you first meet the thought that {3}?'],
      },
      {
        pattern: '* i have +',
        replies: ['What does it bring with it, to have {2}?', 'Would you give it away if you could: {2}?'],
      },
      { pattern: '* i would +', replies: ['What holds you back, since you would {2}?', 'And after that, what then?'] },
      {
        pattern: '* i +',
        replies: [
          'You {2}. What comes up when you see it written down?',
          'Tell it to me slowly: how was it that you {2}?',
          'You {2}; and what did you feel?',
        ],
      },
      {
        pattern: '*',
        replies: ['Let us stay with you for a moment. What is it like?', 'And where do you stand in this?'],
      },
    ],
  },
]
