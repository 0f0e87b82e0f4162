import type { Keyword } from './keyword.ts'

const heavy = 'sad|unhappy|miserable|depressed|lonely|hopeless|empty|lost|hurt|heartbroken'
const tense = 'afraid|scared|anxious|nervous|worried|frightened|tense|stressed|overwhelmed'
const hot = 'angry|furious|annoyed|frustrated|jealous|resentful|bitter'
const spent = 'tired|exhausted|weary|sleepless|drained|bored'
const light = 'happy|glad|calm|content|relieved|proud|excited|grateful|hopeful'

/** A program must not act as a counselor here: it says what it is, and where to find help. */
const urgent = [
  'I am only a small program, and this deserves a person. Please call your local emergency number or a crisis line now, or go to someone near you. Who could be with you today?',
  'Please do not stay alone with that. I cannot help as a person can: call a crisis line or your local emergency number, or wake someone who cares for you. Whom can you reach?',
]

/** Feelings, wishes and fears. */
export const feelings: readonly Keyword[] = [
  {
    words: ['suicide', 'suicidal', 'kill', 'die', 'dead', 'life'],
    rank: 90,
    rules: [
      { pattern: '* suicide|suicidal *', replies: urgent },
      { pattern: '* kill|hurt myself *', replies: urgent },
      { pattern: '* end|take my life *', replies: urgent },
      { pattern: '* i * to die *', replies: urgent },
      { pattern: '* be|am|were dead *', replies: urgent },
      { pattern: '* die *', replies: ['Death is a large word. What made it come up just now?'] },
    ],
  },
  {
    words: heavy.split('|'),
    rank: 6,
    rules: [
      { pattern: '* hurt myself *', replies: urgent },
      {
        pattern: `* i * ${heavy} because +`,
        replies: [
          'So it hangs on this: {4}. If that were lifted, what would be left of feeling {3}?',
          'You tie it to one thing, that {4}. Could there be a second thing under it?',
        ],
      },
      {
        pattern: `* i * ${heavy} *`,
        replies: [
          'Being {3} can make a day very long. When is it at its strongest?',
          'How long has {3} been the word for it?',
          'If being {3} had a place in the room, where would it sit?',
          'Who around you knows that you are {3}?',
        ],
      },
      {
        pattern: `* ${heavy} *`,
        replies: [
          'You chose the word {2}. What does it look like from close by?',
          'What would soften that, even a little?',
        ],
      },
    ],
  },
  {
    words: tense.split('|'),
    rank: 6,
    rules: [
      {
        pattern: `* i * ${tense} of|about +`,
        replies: [
          'Picture {5} for a moment. Which part of it makes you {3}?',
          'Has anything about {5} ever turned out gentler than you expected?',
          'What would you do tomorrow if {5} did not frighten you?',
        ],
      },
      {
        pattern: `* i * ${tense} *`,
        replies: [
          'Where in your body do you notice that you are {3}?',
          'What is the worst that being {3} tells you will happen?',
          'There is no hurry here. What was happening just before you became {3}?',
        ],
      },
      {
        pattern: `* ${tense} *`,
        replies: ['What does that fear want to protect?', 'Who taught you to be careful there?'],
      },
    ],
  },
  {
    words: hot.split('|'),
    rank: 6,
    rules: [
      {
        pattern: `* i * ${hot} at|with|about|of +`,
        replies: [
          'What would you say to {5} if nothing could go wrong?',
          'What does {5} owe you, do you think?',
          'Is being {3} the whole of it, or does something quieter stand behind it?',
        ],
      },
      {
        pattern: `* ${hot} *`,
        replies: [
          'Anger often guards something. What might it be guarding here?',
          'How do others notice that you are {2}?',
        ],
      },
    ],
  },
  {
    words: spent.split('|'),
    rank: 5,
    rules: [
      {
        pattern: `* ${spent} of +`,
        replies: ['What would a week without {3} be like?', 'When did {3} begin to cost you so much?'],
      },
      {
        pattern: `* ${spent} *`,
        replies: ['What takes the most out of you these days?', 'When did you last feel properly rested?'],
      },
    ],
  },
  {
    words: light.split('|'),
    rank: 5,
    rules: [
      {
        pattern: `* not ${light} *`,
        replies: [
          'What would have to change before {2} became the right word?',
          'When were you last {2}, and who was there?',
        ],
      },
      {
        pattern: `* i * ${light} *`,
        replies: [
          'That is good to read. What brought it about?',
          'How would you keep a little of being {3} for a worse day?',
          'Is there someone you would like to tell that you are {3}?',
        ],
      },
      { pattern: `* ${light} *`, replies: ['What does {2} mean to you, in plain things?'] },
    ],
  },
  {
    words: ['feel', 'feeling', 'felt'],
    rank: 4,
    rules: [
      {
        pattern: '* i feel|felt +',
        replies: [
          'When you feel {3}, what do you usually do next?',
          'Is it new to feel {3}, or an old acquaintance?',
          'Say a little more about what it is like to feel {3}.',
        ],
      },
      {
        pattern: '* i am feeling +',
        replies: ['What might have left you feeling {2}?', 'If feeling {2} could speak, what would it ask for?'],
      },
      {
        pattern: '*',
        replies: ['What name would you give that feeling?', 'Where does the feeling begin, as far as you can tell?'],
      },
    ],
  },
  {
    words: ['want', 'need', 'wish', 'hope', 'long'],
    rank: 4,
    rules: [
      {
        pattern: "* i don't want|need +",
        replies: ['What would you choose instead of {3}?', 'Who expects {3} of you?'],
      },
      {
        pattern: '* i want|need|wish +',
        replies: [
          'Suppose you had it: {3}. What is the first thing that would be different?',
          'What stands between you and that: {3}?',
          'How long have you carried the thought: {3}?',
        ],
      },
      { pattern: '* i hope +', replies: ['What tells you that {2}?', 'And if it turns out otherwise, what then?'] },
    ],
  },
  {
    words: ['love', 'hate', 'like', 'miss'],
    rank: 4,
    rules: [
      {
        pattern: '* i love|hate|like|miss you *',
        replies: ['That is a warm or a sharp thing to tell a program. Whom might it be meant for?'],
      },
      {
        pattern: '* i miss +',
        replies: ['What do you miss first when you think of {2}?', 'Where would {2} have been today?'],
      },
      {
        pattern: '* i love|hate +',
        replies: ['What is it about {3} that you {2} most?', 'Have you always had such strong feelings about {3}?'],
      },
    ],
  },
]
