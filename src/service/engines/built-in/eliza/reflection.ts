/** Pairs that turn together, so that `you are` becomes `I am` and not `I are`. */
const pairs: Readonly<Record<string, string>> = {
  'i am': 'you are',
  'i was': 'you were',
  'am i': 'are you',
  'was i': 'were you',
  'you are': 'I am',
  'you were': 'I was',
  'are you': 'am I',
  'were you': 'was I',
}

const singles: Readonly<Record<string, string>> = {
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  your: 'my',
  yours: 'mine',
  yourself: 'myself',
}

/** After these `you` is the one something is done to, and comes back as `me`. */
const takesObject = new Set(
  'to for with about at of from by on than like love hate help tell told ask asked see hear trust need want give gave show make let'.split(
    ' ',
  ),
)

/** Turns the speaker's words round: `I` to `you`, `your` to `my`. Words that are no pronouns stay as they were written. */
export function reflect(words: readonly string[]): string {
  const turned: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const key = word.toLowerCase()
    const pair = pairs[`${key} ${words[at + 1]?.toLowerCase()}`]
    if (pair) {
      turned.push(pair)
      at++
    } else if (key === 'you') {
      const previous = words[at - 1]?.toLowerCase()
      const isObject = at > 0 && (at === words.length - 1 || takesObject.has(previous ?? ''))
      turned.push(isObject ? 'me' : 'I')
    } else {
      turned.push(Object.hasOwn(singles, key) ? (singles[key] ?? word) : word)
    }
  }
  return turned.join(' ')
}
