import { makerWords } from '#app/models/makers.ts'
import type { Model } from '#contract/model.ts'

const isAscii = /^[\p{ASCII}]*$/u

/** Text for comparison: lower case, without accents, with full-width letters and ligatures normalised. */
function foldText(text: string): string {
  // Nearly every name is ASCII, and normalising 20,000 of them takes a whole frame.
  return (isAscii.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase()
}

/** The kind of each ASCII character: 0 separates words; two other kinds are never in the same word. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[a-z]/u.test(sign) ? 1 : /\d/u.test(sign) ? 2 : /\p{S}/u.test(sign) ? 3 : 0
})

/**
 * The words of a text, each after a space. Letters and digits are separate words and punctuation is ignored, so that
 * `gpt5`, `GPT 5` and `gpt-5` are the same.
 */
function searchWords(text: string): string {
  if (isAscii.test(text)) return plainWords(text.toLowerCase())
  const words = foldText(text).match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\p{P}\p{Z}\p{C}]+/gu)
  return words ? ` ${words.join(' ')}` : ''
}

/** The same for ASCII text without a regular expression: half the time of the largest part of the index. */
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

/** The words of a text as typed, with letters and digits together: for typos. */
function typedWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** The optimal string alignment distance of two words: insertions, deletions, changes and swaps; at most `limit + 1`. */
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

/** The searchable texts per model, as `searchWords` returns them. */
interface SearchTexts {
  /** Name, id and maker, and the description, which is only folded: splitting it into words would take twice as long. */
  texts: string[]
  ids: string[]
  /** The ids after their first slash. */
  bareIds: string[]
  names: string[]
}

/** The search index of a list of models. Built in steps while the page is idle, or at once when it is needed. */
export interface SearchIndex {
  /** The texts of all models. */
  folded: () => SearchTexts
  /** Which models have a word in their name, id or maker. */
  wordsOf: () => ReadonlyMap<string, readonly number[]>
  /** Prepares some more models; false once all are ready. */
  prepare: (count: number) => boolean
}

/** How well each model matches, by its place: 0 is exactly this id, larger is worse, `noMatch` not at all. */
export interface Matches {
  tiers: Uint8Array
  /** No model has every word as typed; these have similar words. */
  isFuzzy: boolean
}

/** The tier of a model that doesn't match. */
export const noMatch = 255
const tier = { exactId: 0, exactName: 1, prefix: 2, other: 3 } as const

/** `makers` has each model's maker, in the order of the models. */
export function createSearchIndex(models: readonly Searched[], makers: readonly string[]): SearchIndex {
  const folded: SearchTexts = { texts: [], ids: [], bareIds: [], names: [] }
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
      // No searched word contains a line break, so none matches across two fields.
      folded.texts.push(
        `${names}\n${wholeId}\n${wordsOfMaker.get(makers[place] ?? '') ?? ''}\n ${foldText(description)}`,
      )
    }
  }
  /** Cached, as most models share their prefix with many others. */
  function prefixWords(prefix: string): string {
    const known = wordsOfPrefix.get(prefix) ?? searchWords(prefix)
    wordsOfPrefix.set(prefix, known)
    return known
  }
  function readWords(end: number): void {
    for (; read < Math.min(end, models.length); read++) {
      const { name = '', id = '' } = models[read] ?? {}
      // Without descriptions: in so much prose every typo is similar to some word.
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
 * The models that match; null for an empty search, which matches all. Models that have every word literally, in any
 * field; only if there are none, those with similar words.
 */
export function searchModels(index: SearchIndex, query: string): Matches | null {
  if (query.trim() === '') return null
  const words = query.split(/\s+/u).flatMap((typed) => wordOf(typed) ?? [])
  const whole = searchWords(query)
  const folded = index.folded()
  const tiers = new Uint8Array(folded.texts.length).fill(noMatch)
  // Only punctuation.
  if (words.length === 0) return { tiers, isFuzzy: false }
  let found = 0
  for (let place = 0; place < tiers.length; place++) {
    const text = folded.texts[place] ?? ''
    if (!words.every(({ phrase, literal }) => text.includes(phrase) || text.includes(literal))) continue
    tiers[place] = tierOf(whole, folded, place)
    found += 1
  }
  if (found > 0) return { tiers, isFuzzy: false }
  return { tiers: findSimilar(index, typedWords(query), tiers), isFuzzy: true }
}

/** One typed word. A number, and a word of several parts (`gpt5`), only matches the start of a word: `o3` isn't in `turbo 3`. */
function wordOf(typed: string): { phrase: string; literal: string } | undefined {
  const parts = searchWords(typed)
  if (parts === '') return undefined
  const hasSeveral = parts.lastIndexOf(' ') > 0
  const phrase = hasSeveral || /^ \p{N}/u.test(parts) ? parts : parts.slice(1)
  // Descriptions aren't split into words.
  return { phrase, literal: hasSeveral ? foldText(typed) : phrase }
}

function tierOf(whole: string, { ids, bareIds, names }: SearchTexts, place: number): number {
  const [id = '', bare = '', name = ''] = [ids[place], bareIds[place], names[place]]
  if (id === whole) return tier.exactId
  if (name === whole || bare === whole) return tier.exactName
  return name.startsWith(whole) || id.startsWith(whole) || bare.startsWith(whole) ? tier.prefix : tier.other
}

/** The models that have every word or a similar one. */
function findSimilar(index: SearchIndex, words: readonly string[], tiers: Uint8Array): Uint8Array {
  if (words.length === 0) return tiers
  const met = new Uint8Array(tiers.length)
  for (const [step, word] of words.entries()) {
    const limit = typosIn(word)
    for (const [known, places] of index.wordsOf()) {
      if (!known.includes(word) && (limit === 0 || editDistance(word, known, limit) > limit)) continue
      // Each word counts once per model, and only if all words before it matched.
      for (const place of places) if (met[place] === step) met[place] = step + 1
    }
  }
  for (let place = 0; place < tiers.length; place++) if (met[place] === words.length) tiers[place] = tier.other
  return tiers
}

/** How many typos a word may have: short words are similar to too many others. */
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
