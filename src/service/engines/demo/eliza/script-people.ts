import type { Keyword } from './keyword.ts'

const family = 'mother|mom|mum|father|dad|sister|brother|parents|son|daughter|grandmother|grandfather'
const partner = 'wife|husband|partner|girlfriend|boyfriend|friend|friends|boss|teacher|neighbour|neighbor|colleague'
const machine = 'computer|computers|machine|machines|robot|program|ai|chatbot'
const everybody = 'everyone|everybody|nobody|always|never|all'

const unmasked = [
  'Yes: a few hundred lines of patterns, and no understanding at all. Does it matter to you who asks the questions?',
  'A program that turns your sentences round, no more. What made you think of it?',
]

/** Family, friends and other people, and the program itself. */
export const people: readonly Keyword[] = [
  {
    words: family.split('|'),
    rank: 7,
    rules: [
      {
        pattern: `* my ${family} is|was +`,
        replies: [
          'When is it plainest that your {2} {3} {4}?',
          'How did you first learn that your {2} {3} {4}?',
          'Would your {2} agree?',
        ],
      },
      {
        pattern: `* my ${family} +`,
        replies: [
          'Your {2} {3}. What did that leave you with?',
          'What would your {2} say if asked about it?',
          'In all of this, what did you hope to get from your {2}?',
        ],
      },
      {
        pattern: `* ${family} *`,
        replies: ['Who else belongs in that picture?', 'Families leave marks. Which one are you thinking of?'],
      },
    ],
  },
  {
    words: partner.split('|'),
    rank: 6,
    rules: [
      {
        pattern: `* my ${partner} +`,
        replies: [
          'Your {2} {3}. How do the two of you speak about that?',
          'What do you think your {2} sees when looking at you?',
          'How would you like it to be with your {2}?',
        ],
      },
      {
        pattern: `* ${partner} *`,
        replies: ['What does being close to people ask of you?', 'Whom can you be quiet with?'],
      },
    ],
  },
  {
    words: machine.split('|'),
    rank: 8,
    rules: [
      {
        pattern: `* are you * ${machine} *`,
        replies: unmasked,
      },
      {
        pattern: `* you are * ${machine} *`,
        replies: unmasked,
      },
      {
        pattern: '*',
        replies: [
          'What place do machines have in your days?',
          'Would you rather this were said to a person? Which person?',
          'Some things are easier to tell a machine. Is this one of them?',
        ],
      },
    ],
  },
  {
    words: everybody.split('|'),
    rank: 3,
    rules: [
      {
        pattern: '* nobody|everyone|everybody +',
        replies: [
          '{2} is a large crowd. Who stands at the front of it?',
          'Which one person are you thinking of when you say {2}?',
        ],
      },
      {
        pattern: '* i always|never +',
        replies: ['{2} is a long time. Can you find one exception?', 'When did you decide that you {2} {3}?'],
      },
      { pattern: '* always|never *', replies: ['{2}? Think of the last time it nearly went the other way.'] },
    ],
  },
  {
    words: ['you', 'your', 'yourself'],
    rank: 1,
    rules: [
      {
        pattern: '* who|what are you *',
        replies: [
          'I am a script with a patient tone, and you are the one who knows the subject. Where shall we begin?',
        ],
      },
      {
        pattern: '* how are you *',
        replies: ['Steady, as programs are. How are you, when you answer honestly?'],
      },
      {
        pattern: '* you are +',
        replies: [
          'Perhaps I am {2}. Whom else do you know who is like that?',
          'What would it change for you if I were {2}?',
        ],
      },
      {
        pattern: '* can|could|will|would you +',
        replies: ['What would it give you if I could {3}?', 'Let us look at the wish behind that. What is it for?'],
      },
      {
        pattern: '* are you *',
        replies: ['Would the answer help you to go on?', 'We can keep to you for now. What lies behind the question?'],
      },
      {
        pattern: "* you don't|didn't|can't|won't +",
        replies: [
          'It seems that I fall short there. Who else has let you down like that?',
          'What had you hoped that I would do?',
        ],
      },
      { pattern: '* you + me *', replies: ['What gives you the sense that I {2} you?', 'Does anybody else {2} you?'] },
    ],
  },
  {
    words: ['they', 'he', 'she', 'people', 'someone', 'somebody'],
    rank: 1,
    rules: [
      {
        pattern: '* he|she|they told|said|think|thinks|says +',
        replies: ['And what do you make of it?', 'Whose words are those, when you listen closely?'],
      },
      {
        pattern: '* he|she|they +',
        replies: [
          'How does that look from where {2} stood?',
          'What did you feel when it happened?',
          'And what was your part in it?',
        ],
      },
      {
        pattern: '*',
        replies: ['Can you give me one of them as an example?', 'What is it that you would like from others here?'],
      },
    ],
  },
]
