import { createSeededRandom } from '#service/engines/demo/demo-model.ts'

/** The random text of one section, always the same for the same section. */
export interface Draft {
  readonly section: number
  pick<T>(list: readonly [T, ...T[]]): T
  /** A whole number from `least` to `most`. */
  count(least: number, most: number): number
  noun(): string
  adjective(): string
  /** A plain sentence with a full stop. */
  sentence(): string
}

const nouns = [
  'anchor',
  'bridge',
  'candle',
  'drawer',
  'engine',
  'field',
  'garden',
  'hinge',
  'island',
  'kettle',
  'ladder',
  'mirror',
  'needle',
  'orchard',
  'pencil',
  'quarry',
  'river',
  'signal',
  'tower',
  'valley',
  'window',
] as const
const adjectives = [
  'ample',
  'bright',
  'careful',
  'distant',
  'early',
  'faint',
  'gentle',
  'hollow',
  'idle',
  'level',
  'narrow',
  'open',
  'patient',
  'quiet',
  'rough',
  'silver',
  'tidy',
  'uneven',
  'warm',
  'young',
] as const
const verbs = [
  'answers',
  'borrows',
  'carries',
  'describes',
  'follows',
  'guards',
  'holds',
  'joins',
  'measures',
  'notices',
  'outlasts',
  'repeats',
  'settles',
  'turns',
] as const
const places = [
  'above the town',
  'after the rain',
  'at the far end',
  'behind the wall',
  'beside the road',
  'by first light',
  'in plain sight',
  'near the water',
  'on every page',
  'until the evening',
  'without a sound',
] as const
const openings = [
  'As a rule',
  'By design',
  'Every so often',
  'For now',
  'In practice',
  'Now and then',
  'On most days',
  'To begin with',
] as const

/** Starts the draft of a section, numbered from 1. */
export function createDraft(section: number): Draft {
  const random = createSeededRandom(`section ${section}`)
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
  const noun = () => pick(nouns)
  const adjective = () => pick(adjectives)
  const thing = () => `the ${adjective()} ${noun()}`
  const sentence = () => {
    const shape = Math.floor(random() * 6)
    if (shape === 0) return `${pick(openings)}, ${thing()} ${pick(verbs)} the ${noun()}.`
    if (shape === 1) return `The ${noun()} ${pick(verbs)} ${thing()} ${pick(places)}.`
    if (shape === 2)
      return `The ${adjective()} ${noun()} ${pick(verbs)} the ${noun()}, and the ${noun()} ${pick(verbs)} it in turn.`
    if (shape === 3) return `Where the ${noun()} ${pick(verbs)} the ${noun()}, ${thing()} is never far.`
    if (shape === 4) return `Of all that is ${adjective()} ${pick(places)}, the ${noun()} is the most ${adjective()}.`
    return `Nobody asks why the ${noun()} ${pick(verbs)} ${thing()} ${pick(places)}.`
  }
  return {
    section,
    pick,
    count: (least, most) => least + Math.floor(random() * (most - least + 1)),
    noun,
    adjective,
    sentence,
  }
}
