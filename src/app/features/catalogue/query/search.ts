import { makerWords } from '#app/models/makers.ts'
import type { Model } from '#contract/model.ts'

const isAscii = /^[\p{ASCII}]*$/u

/** A text as it is searched: in lower case, without accents, with every width and ligature of a letter alike. */
function foldText(text: string): string {
  // Nearly every name is plain, and normalising twenty thousand that need it not takes a frame of its own.
  return (isAscii.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase()
}

/** Of each ASCII character: 0 for what separates words, else one of the kinds that are never in one word together. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[a-z]/u.test(sign) ? 1 : /\d/u.test(sign) ? 2 : /\p{S}/u.test(sign) ? 3 : 0
})

/**
 * The words of a text, one space before each: letters and digits are words of their own, and punctuation is a space, so
 * that `gpt5`, `GPT 5` and `gpt-5` are the same.
 */
function searchWords(text: string): string {
  if (isAscii.test(text)) return plainWords(text.toLowerCase())
  const words = foldText(text).match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\p{P}\p{Z}\p{C}]+/gu)
  return words ? ` ${words.join(' ')}` : ''
}

/** The same for ASCII alone, without a pattern: half the time, and most of what an index of many models costs. */
function plainWords(text: string): string {
  let words = ''
  let start = 0
  let before = 0
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? (kinds[text.charCodeAt(at)] ?? 0) : 0
    if (kind === before) continue
    if (before !== 0) words += ` ${text.slice(start, at)}`
    start = at
    before = kind
  }
  return words
}

/** The words of a text as they are typed, where letters and digits may be one: for typos. */
function typedWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/**
 * How many letters were left out, added, changed or swapped with their neighbour between two words; anything above
 * `limit` is `limit + 1`. The optimal string alignment distance.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    let least = row
    for (let place = 1; place <= other.length; place++) {
      const isSame = one[row - 1] === other[place - 1]
      let cost = Math.min(
        distanceAt(last, place) + 1,
        distanceAt(next, place - 1) + 1,
        distanceAt(last, place - 1) + (isSame ? 0 : 1),
      )
      if (row > 1 && place > 1 && one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1]) {
        cost = Math.min(cost, distanceAt(beforeLast, place - 2) + 1)
      }
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = next
  }
  return Math.min(distanceAt(last, other.length), limit + 1)
}

function distanceAt(row: readonly number[], place: number): number {
  return row[place] ?? Number.POSITIVE_INFINITY
}

type Searched = Pick<Model, 'id' | 'name' | 'description'>

/** The texts that are searched, per model and as `searchWords` has them. */
interface Folded {
  /** Its name, id and maker, and its description, which is only folded: to cut prose into words takes as long again. */
  texts: string[]
  ids: string[]
  /** The ids without what stands before their first slash. */
  bareIds: string[]
  names: string[]
}

/** What a list of models is searched in. It is made step by step while the page is idle, or at once when it is needed. */
export interface SearchIndex {
  /** All texts. */
  folded: () => Folded
  /** Which models have a word in their name, id or maker. */
  wordsOf: () => ReadonlyMap<string, readonly number[]>
  /** Prepares some more models; false once all are ready. */
  prepare: (count: number) => boolean
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

/** `makers` has each model's maker, in the order of the models. */
export function createSearchIndex(models: readonly Searched[], makers: readonly string[]): SearchIndex {
  const folded: Folded = { texts: [], ids: [], bareIds: [], names: [] }
  const wordsOfMaker = new Map([...new Set(makers)].map((key) => [key, searchWords(makerWords(key))]))
  const wordsOfPrefix = new Map<string, string>()
  const words = new Map<string, number[]>()
  let read = 0

  function fold(end: number): void {
    for (let place = folded.texts.length; place < Math.min(end, models.length); place++) {
      const { id = '', name = '', description = '' } = models[place] ?? {}
      const slash = id.indexOf('/') + 1
      const bareId = searchWords(id.slice(slash))
      const wholeId = prefixWords(id.slice(0, slash)) + bareId
      const names = searchWords(name)
      folded.bareIds.push(bareId)
      folded.ids.push(wholeId)
      folded.names.push(names)
      // No word that is searched for has a line end in it, so none is found across two fields.
      folded.texts.push(
        `${names}\n${wholeId}\n${wordsOfMaker.get(makers[place] ?? '') ?? ''}\n ${foldText(description)}`,
      )
    }
  }
  /** Few differ: most models share theirs with many others. */
  function prefixWords(prefix: string): string {
    const known = wordsOfPrefix.get(prefix) ?? searchWords(prefix)
    wordsOfPrefix.set(prefix, known)
    return known
  }
  function readWords(end: number): void {
    for (; read < Math.min(end, models.length); read++) {
      const { name = '', id = '' } = models[read] ?? {}
      // Descriptions are prose: with them every typo would be near to something.
      addWords(words, `${name} ${id} ${makerWords(makers[read] ?? '')}`, read)
    }
  }
  return {
    folded() {
      fold(models.length)
      return folded
    },
    wordsOf() {
      readWords(models.length)
      return words
    },
    prepare(count) {
      const done = folded.texts.length
      if (done < models.length) fold(done + count)
      else readWords(read + count)
      return read < models.length
    },
  }
}

/**
 * Which models a search finds; null for an empty search, which leaves out none. Where any model has every word
 * literally, in any field, exactly those are found; only where none has are typos forgiven.
 */
export function searchModels(index: SearchIndex, query: string): Matches | null {
  if (query.trim() === '') return null
  const words = query.split(/\s+/u).flatMap((typed) => wordOf(typed) ?? [])
  const whole = searchWords(query)
  const folded = index.folded()
  const tiers = new Uint8Array(folded.texts.length).fill(noMatch)
  // Nothing but punctuation.
  if (words.length === 0) return { tiers, isForgiving: false }
  let found = 0
  for (let place = 0; place < tiers.length; place++) {
    const text = folded.texts[place] ?? ''
    if (!words.every(({ phrase, literal }) => text.includes(phrase) || text.includes(literal))) continue
    tiers[place] = tierOf(whole, folded, place)
    found += 1
  }
  if (found > 0) return { tiers, isForgiving: false }
  return { tiers: forgive(index, typedWords(query), tiers), isForgiving: true }
}

/** One word as it was typed. A number, and what has several parts (`gpt5`), begins a word: `o3` is not in `turbo 3`. */
function wordOf(typed: string): { phrase: string; literal: string } | undefined {
  const parts = searchWords(typed)
  if (parts === '') return undefined
  const hasSeveral = parts.lastIndexOf(' ') > 0
  const phrase = hasSeveral || /^ \p{N}/u.test(parts) ? parts : parts.slice(1)
  // In a description it stands as it was written.
  return { phrase, literal: hasSeveral ? foldText(typed) : phrase }
}

function tierOf(whole: string, { ids, bareIds, names }: Folded, place: number): number {
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
