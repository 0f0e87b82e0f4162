import type { Model } from '#contract/model.ts'
import { editDistance } from './edit-distance.ts'
import { foldText } from './fold-text.ts'

type Searched = Pick<Model, 'id' | 'name' | 'author' | 'description'>

/** What a list of models is searched in, made once. */
export interface SearchIndex {
  /** Per model: its name, id, author and description, folded. */
  texts: readonly string[]
  ids: readonly string[]
  names: readonly string[]
  /** Which models have a word in their name, id or author: all of it is read at the first typo at the latest. */
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
export function createSearchIndex(models: readonly Searched[]): SearchIndex {
  const ids = models.map(({ id }) => foldText(id))
  const names = models.map(({ name }) => foldText(name))
  const texts = models.map(
    ({ author, description }, place) =>
      // No word that is searched for has a line end in it, so none is found across two fields.
      `${names[place] ?? ''}\n${ids[place] ?? ''}\n${foldText(author)}\n${foldText(description)}`,
  )
  const words = new Map<string, number[]>()
  let read = 0
  const readWords = (count: number): boolean => {
    for (const end = Math.min(models.length, read + count); read < end; read++) {
      // Descriptions are prose: with them every typo would be near to something.
      addWords(words, `${names[read] ?? ''} ${ids[read] ?? ''} ${foldText(models[read]?.author ?? '')}`, read)
    }
    return read < models.length
  }
  const wordsOf = () => {
    readWords(models.length)
    return words
  }
  return { texts, ids, names, wordsOf, readWords }
}

/**
 * Which models a search finds; null for an empty search, which leaves out none. Where any model has every word
 * literally, in any field, exactly those are found; only where none has are typos forgiven.
 */
export function searchModels(index: SearchIndex, query: string): Matches | null {
  const folded = foldText(query).trim()
  if (folded === '') return null
  const words = folded.split(/\s+/u)
  const tiers = new Uint8Array(index.texts.length).fill(noMatch)
  let found = 0
  for (let place = 0; place < tiers.length; place++) {
    const text = index.texts[place] ?? ''
    if (!words.every((word) => text.includes(word))) continue
    tiers[place] = tierOf(folded, index.ids[place] ?? '', index.names[place] ?? '')
    found += 1
  }
  if (found > 0) return { tiers, isForgiving: false }
  return { tiers: forgive(index, partsOf(folded), tiers), isForgiving: true }
}

function tierOf(folded: string, id: string, name: string): number {
  if (id === folded) return tier.exactId
  if (name === folded) return tier.exactName
  const bare = id.slice(id.indexOf('/') + 1)
  return name.startsWith(folded) || id.startsWith(folded) || bare.startsWith(folded) ? tier.prefix : tier.other
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

function partsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

function addWords(words: Map<string, number[]>, text: string, place: number): void {
  // Whole runs as well as their parts, so that `gpt4o` finds `gpt-4o`.
  for (const word of new Set([...text.split(/[\s/]+/u).filter(Boolean), ...partsOf(text)])) {
    const places = words.get(word)
    if (places) places.push(place)
    else words.set(word, [place])
  }
}
