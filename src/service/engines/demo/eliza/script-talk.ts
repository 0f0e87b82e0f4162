import type { Keyword } from './keyword.ts'

const greeting = ['hello', 'hi', 'hey', 'greetings']
const hours = 'morning|afternoon|evening|day'
const welcome = [
  'Hello. Take your time. What is on your mind today?',
  'Good to have you here. What would you like to look at?',
]
const farewell = ['bye', 'goodbye', 'farewell']
const thanks = ['thanks', 'thank', 'cheers']
const unsure = 'maybe|perhaps|possibly|probably|somehow'

/** Greetings, memories, work, doubts and questions. */
export const talk: readonly Keyword[] = [
  {
    words: greeting,
    rank: 0,
    rules: [{ pattern: '*', replies: welcome }],
  },
  {
    words: ['good'],
    rank: 0,
    // Matches a greeting only, not "I had a good day".
    rules: [`good ${hours}`, `good ${hours} to you *`, `good ${hours} eliza|doctor|everyone|there`].map((pattern) => ({
      pattern,
      replies: welcome,
    })),
  },
  {
    words: farewell,
    rank: 9,
    rules: [
      {
        pattern: '*',
        replies: ['Goodbye for now. What will you take along from this?', 'Go gently. The chair stays where it is.'],
      },
    ],
  },
  {
    words: thanks,
    rank: 2,
    rules: [
      { pattern: '*', replies: ['You did the work. What stood out for you?', 'You are welcome. Is there more to it?'] },
    ],
  },
  {
    words: ['sorry', 'apologise', 'apologize'],
    rank: 2,
    rules: [
      {
        pattern: '*',
        replies: [
          'Nothing here needs an apology. What were you about to say?',
          'Do you find yourself saying sorry often?',
        ],
      },
    ],
  },
  {
    words: ['dream', 'dreams', 'dreamed', 'dreamt', 'nightmare'],
    rank: 6,
    rules: [
      {
        pattern: '* i dreamed|dreamt +',
        replies: [
          'In that dream, {3}: what was the light like?',
          'What stayed with you when you woke from it?',
          'Whose voice was in that dream?',
        ],
      },
      {
        pattern: '*',
        replies: ['What do your dreams keep coming back to?', 'If the dream had gone on, what would have come next?'],
      },
    ],
  },
  {
    words: ['remember', 'memory', 'childhood', 'child'],
    rank: 5,
    rules: [
      {
        pattern: '* i remember +',
        replies: [
          'What else belongs to that memory of {2}?',
          'Why does {2} come back now, of all times?',
          'Who was beside you then?',
        ],
      },
      { pattern: "* i don't remember *", replies: ['What might be there if you could see it?'] },
      { pattern: '*', replies: ['How old are you in that picture?', 'What would you tell the child you were?'] },
    ],
  },
  {
    words: ['work', 'job', 'school', 'study', 'exam', 'money'],
    rank: 4,
    rules: [
      {
        pattern: '* my work|job|school|study|exam|money *',
        replies: [
          'If your {2} went well for a year, what would you do with the calm?',
          'How much of you goes into your {2}?',
        ],
      },
      { pattern: '*', replies: ['What is it that you are working towards?', 'Who decides when it is enough?'] },
    ],
  },
  {
    words: unsure.split('|'),
    rank: 1,
    rules: [
      { pattern: '*', replies: ['Which way do you lean, when nobody is watching?', 'What would make it certain?'] },
    ],
  },
  {
    words: ['why', 'what', 'how', 'when', 'where', 'who'],
    rank: 1,
    rules: [
      {
        pattern: "* why don't|can't|won't +",
        replies: ['Is that a question you put to yourself as well?', 'What reason would you find kindest?'],
      },
      {
        pattern: '*',
        replies: [
          'What answer are you hoping for?',
          'You have lived with that question; what does it whisper?',
          'Whom else have you asked?',
        ],
      },
    ],
  },
  {
    words: ['yes', 'yeah', 'yep', 'ok', 'okay', 'sure'],
    rank: 0,
    rules: [
      {
        pattern: '*',
        replies: [
          'Good, that much is clear. What follows from it?',
          'Then let us go one step further. What else is there?',
        ],
      },
    ],
  },
  {
    words: ['no', 'nope', 'nothing', 'not'],
    rank: 0,
    rules: [
      {
        pattern: '*',
        replies: [
          'A plain no can be useful. What would have to be so for it to be yes?',
          'What makes you set that aside?',
        ],
      },
    ],
  },
]
