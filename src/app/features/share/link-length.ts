import { formatCount } from '#app/ui/format.ts'

/** How well a link of a length travels; one that is `too-long` is not offered, and a file is. */
export interface LinkLength {
  tone: 'comfortable' | 'caution' | 'warning' | 'too-long'
  words: string
}

const comfortable = 2_000
const caution = 8_000
const longest = 32_000

/** What is to be said of a link with this many characters; infinite where no link can hold it. */
export function linkLengthOf(characters: number): LinkLength {
  const count = `${formatCount(characters)} characters`
  if (characters <= comfortable) return { tone: 'comfortable', words: `${count}.` }
  if (characters <= caution) {
    return { tone: 'caution', words: `${count}. Some chat apps cut links of more than ${formatCount(comfortable)}.` }
  }
  if (characters <= longest) {
    return {
      tone: 'warning',
      words: `${count}. Many apps cut links this long. Share fewer messages, or send the file.`,
    }
  }
  if (characters === Infinity) {
    return { tone: 'too-long', words: 'This is too much for a link. Share fewer messages, or send the file.' }
  }
  return { tone: 'too-long', words: `${count} are too many for a link. Share fewer messages, or send the file.` }
}
