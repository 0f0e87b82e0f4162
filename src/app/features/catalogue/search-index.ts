import type { Model } from '#contract/model.ts'
import { makerWords } from '#app/models/makers.ts'
import { editDistance } from './edit-distance.ts'
import { searchWords, typedWords } from './fold-text.ts'

type Searched = Pick<Model, 'id' | 'name' | 'description'>

/** What a list of models is searched in, made once. All texts are as `searchWords` has them. */
export interface SearchIndex {
  /** Per model: its name, id, maker and description. */
  texts: readonly string[]
  ids: readonly string[]
  /** The ids without what stands before their first slash. */
  bareIds: readonly string[]
  names: readonly string[]
  /** Which models have a word in their name, id or maker: all of it is read at the first typo at the latest. */
  wordsOf: () => ReadonlyMap<string, readonly number[]>
  /** Reads the words of some more models beforehand; false once all are read. */
  readWords: (count: number) => boolean
}

/** How well each model fits a search, by its place: 0 is the model that was named, larger is less, `noMatch` not at all. */
export interface Matches {
  tiers: Uint8Array
  /** Nothing has every word as it was typed; these have words that are near. */
  isForgiving: boolean
}

/** The tier of a model that a search does not find. */
export const noMatch = 255
const tier = { exactId: 0, exactName: 1, prefix: 2, other: 3 } as const

/** Folds all texts at once; the words are read when they are first asked for, or beforehand with `readWords`. */
export function createSearchIndex(models: readonly Searched[], makers: readonly string[]): SearchIndex {
  const bareIds = models.map(({ id }) => searchWords(id.slice(id.indexOf('/') + 1)))
  // Few differ: most models share what stands before the slash with many others.
  const prefixes = new Map<string, string>()
  const ids = models.map(({ id }, place) => {
    const prefix = id.slice(0, id.indexOf('/') + 1)
    const words = prefixes.get(prefix) ?? searchWords(prefix)
    prefixes.set(prefix, words)
    return words + (bareIds[place] ?? '')
  })
  const names = models.map(({ name }) => searchWords(name))
  const wordsOfMaker = new Map([...new Set(makers)].map((key) => [key, searchWords(makerWords(key))]))
  const texts = models.map(
    ({ description }, place) =>
      // No word that is searched for has a line end in it, so none is found across two fields.
      `${names[place] ?? ''}\n${ids[place] ?? ''}\n${wordsOfMaker.get(makers[place] ?? '') ?? ''}\n${searchWords(description)}`,
  )
  const words = new Map<string, number[]>()
  let read = 0
  const readWords = (count: number): boolean => {
    for (const end = Math.min(models.length, read + count); read < end; read++) {
      const { name = '', id = '' } = models[read] ?? {}
      // Descriptions are prose: with them every typo would be near to something.
      addWords(words, `${name} ${id} ${makerWords(makers[read] ?? '')}`, read)
    }
    return read < models.length
  }
  const wordsOf = () => {
    readWords(models.length)
    return words
  }
  return { texts, ids, bareIds, names, wordsOf, readWords }
}

/**
 * Which models a search finds; null for an empty search, which leaves out none. Where any model has every word
 * literally, in any field, exactly those are found; only where none has are typos forgiven.
 */
export function searchModels(index: SearchIndex, query: string): Matches | null {
  if (query.trim() === '') return null
  const words = query.split(/\s+/u).map(wordOf).filter(Boolean)
  const whole = searchWords(query)
  const tiers = new Uint8Array(index.texts.length).fill(noMatch)
  // Nothing but punctuation.
  if (words.length === 0) return { tiers, isForgiving: false }
  let found = 0
  for (let place = 0; place < tiers.length; place++) {
    const text = index.texts[place] ?? ''
    if (!words.every((word) => text.includes(word))) continue
    tiers[place] = tierOf(whole, index, place)
    found += 1
  }
  if (found > 0) return { tiers, isForgiving: false }
  return { tiers: forgive(index, typedWords(query), tiers), isForgiving: true }
}

/** One word as it was typed. A number, and what has several parts (`gpt5`), begins a word: `o3` is not in `turbo 3`. */
function wordOf(typed: string): string {
  const parts = searchWords(typed)
  return parts.lastIndexOf(' ') > 0 || /^ \p{N}/u.test(parts) ? parts : parts.slice(1)
}

function tierOf(whole: string, { ids, bareIds, names }: SearchIndex, place: number): number {
  const [id = '', bare = '', name = ''] = [ids[place], bareIds[place], names[place]]
  if (id === whole) return tier.exactId
  if (name === whole || bare === whole) return tier.exactName
  return name.startsWith(whole) || id.startsWith(whole) || bare.startsWith(whole) ? tier.prefix : tier.other
}

/** The models that have, for every word, that word or one near it. */
function forgive(index: SearchIndex, words: readonly string[], tiers: Uint8Array): Uint8Array {
  if (words.length === 0) return tiers
  const met = new Uint8Array(tiers.length)
  for (const [step, word] of words.entries()) {
    const limit = typosIn(word)
    for (const [known, places] of index.wordsOf()) {
      if (!known.includes(word) && (limit === 0 || editDistance(word, known, limit) > limit)) continue
      // Each word counts once a model, and only where all before it were met.
      for (const place of places) if (met[place] === step) met[place] = step + 1
    }
  }
  for (let place = 0; place < tiers.length; place++) if (met[place] === words.length) tiers[place] = tier.other
  return tiers
}

/** How many typos a word may have: a short one has too many neighbours. */
function typosIn(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2
}

function addWords(words: Map<string, number[]>, text: string, place: number): void {
  for (const word of new Set(typedWords(text))) {
    const places = words.get(word)
    if (places) places.push(place)
    else words.set(word, [place])
  }
}
