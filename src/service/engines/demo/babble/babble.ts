import { z } from 'zod'
import { type ChatRequest, schemaOf } from '#contract/chat.ts'
import { parameters } from '#contract/parameters.ts'
import {
  type DemoModel,
  type RandomNumbers,
  type TokenLogprobs,
  type WeighedToken,
  createSeededRandom,
  lastUserText,
  modelCard,
  readField,
  readSeed,
  textOf,
} from '#service/engines/demo/demo-model.ts'
import { bread, harbour, letters, machines, weather } from './corpus.ts'

const topPSchema = schemaOf(parameters.topP)
const logprobsSchema = z.boolean('logprobs must be true or false.')
const topRule = 'top_logprobs must be a whole number from 0 to 20.'
const topSchema = z.int(topRule).min(0, topRule).max(20, topRule)

/** A language model small enough to read, which makes the sampling parameters visible. */
export const babble: DemoModel = {
  model: modelCard(
    'babble',
    'Babble',
    'A demo model inside Parley: a real but tiny language model, trained on five short texts about a harbour. Start a sentence and change the temperature to see its effect. It also supports seed, top_p and stop, and returns the real probability of each token.',
    ['temperature', 'top_p', 'seed', 'logprobs', 'top_logprobs'],
  ),
  reply({ request }) {
    const prompt = lastUserText(request.messages) ?? ''
    const last = request.messages.at(-1)
    const begun = last?.role === 'assistant' ? textOf(last) : ''
    const withLogprobs = readField(request, 'logprobs', logprobsSchema) === true
    const alternatives = readField(request, 'top_logprobs', topSchema) ?? 0
    const choose = { ...samplingOf(request, prompt + begun), alternatives: withLogprobs ? alternatives : undefined }
    return { pieces: write(languageModel(), { prompt: wordsOf(prompt), begun }, choose) }
  },
}

let learned: LanguageModel | undefined

/** Trained on first use, so that other pages don't pay for it. */
function languageModel(): LanguageModel {
  learned ??= learn(wordsOf([harbour, weather, bread, letters, machines].join('\n')))
  return learned
}

function samplingOf(request: ChatRequest, prompt: string): Sampling {
  const seed = readSeed(request) ?? crypto.getRandomValues(new Uint32Array(2)).join(' ')
  return {
    temperature: request.temperature ?? parameters.temperature.default,
    topP: readField(request, 'top_p', topPSchema) ?? parameters.topP.default,
    // Includes the prompt, or different prompts with one seed would soon continue with the same words.
    random: createSeededRandom(`${seed} ${prompt.slice(-100)}`),
  }
}

/** In words and marks. The reply ends with the first sentence after this length plus a random part. */
const minLength = 80
const maxAdded = 100
/** Then every step makes a full stop more likely, or a cycle without one would never end. */
const fullStopGrowth = 1.15

/** What the model continues. */
interface Start {
  prompt: readonly string[]
  /** The beginning of the reply, if the caller has written one. */
  begun: string
}

/** How many alternatives to name beside each token's probability; undefined if no probabilities are wanted. */
type Choosing = Sampling & { alternatives: number | undefined }

/**
 * Continues the beginning of the reply, or the last known words of the prompt, until the end of a sentence, one word or
 * mark at a time, with the space before it. Starts a new sentence if no word is known. Words and marks are the model's
 * tokens, so that each has its real probability.
 */
function* write(model: LanguageModel, { prompt, begun }: Start, choosing: Choosing): Generator<WeighedToken, void> {
  const begunWords = wordsOf(begun)
  const known = begunWords.length > 0 ? placesOf(model, [...prompt, ...begunWords]) : lastKnown(model, prompt)
  let context = known.length > 0 ? known.slice(-longestContext) : placesOf(model, ['.'])
  let previous = begunWords.at(-1) ?? (known.length > 0 ? '' : '.')
  const length = minLength + Math.floor(maxAdded * (choosing.temperature === 0 ? 1 : choosing.random()))
  for (let written = begunWords.length + 1, isFirst = true; ; written++, isFirst = false) {
    const weights = model.probabilitiesAfter(context)
    const needsWord = isMark(previous) || (isFirst && begunWords.length === 0)
    model.vocabulary.forEach((unit, place) => {
      if (!isMark(unit)) return
      // A mark can't start a reply or follow another mark.
      if (needsWord) weights[place] = 0
      else if (unit === '.') weights[place] = (weights[place] ?? 0) * fullStopGrowth ** Math.max(0, written - length)
    })
    const place = sample(weights, choosing)
    const unit = model.vocabulary[place] ?? '.'
    const hasNoSpace = isFirst && (begun === '' || /\s$/.test(begun))
    const startsSentence = endsSentence(previous)
    const show = (each: string) => {
      const shown = startsSentence ? each.charAt(0).toUpperCase() + each.slice(1) : each
      return hasNoSpace || isMark(each) ? shown : ` ${shown}`
    }
    const { alternatives } = choosing
    yield {
      text: show(unit),
      ...(alternatives !== undefined && {
        logprobs: logprobsOf(model, weights, { place, show, choosing, alternatives }),
      }),
    }
    if (written > length && endsSentence(unit)) return
    previous = unit
    context = [...context, place].slice(-longestContext)
  }
}

/**
 * The probability of a chosen token and of the most likely ones, after the temperature. At a temperature of 0, where one
 * token is certain, those of the model itself.
 */
function logprobsOf(
  { vocabulary }: LanguageModel,
  weights: Float64Array,
  {
    place,
    show,
    choosing,
    alternatives,
  }: { place: number; show: (unit: string) => string; choosing: Sampling; alternatives: number },
): TokenLogprobs {
  const heated = heat(weights, choosing.temperature === 0 ? 1 : choosing.temperature)
  const total = heated.reduce((sum, weight) => sum + weight, 0)
  const describe = (each: number) => {
    const token = show(vocabulary[each] ?? '.')
    // Extreme temperatures underflow; JSON has no infinity.
    const logprob = Math.max(leastLogprob, Math.log((heated[each] ?? 0) / total))
    return { token, logprob, bytes: [...new TextEncoder().encode(token)] }
  }
  const top = alternatives > 0 ? mostLikely(heated).filter((each) => (heated[each] ?? 0) > 0) : []
  return { ...describe(place), top_logprobs: top.slice(0, alternatives).map(describe) }
}

/** What the interface sends for a token that can't occur. */
const leastLogprob = -9999

/** The last known word of the prompt, with the known words before it. */
function lastKnown(model: LanguageModel, prompt: readonly string[]): number[] {
  const words = prompt.filter((word) => !isMark(word))
  const last = words.findLastIndex((word) => model.placeOf(word) !== undefined)
  return placesOf(model, words.slice(Math.max(0, last + 1 - longestContext), last + 1))
}

function placesOf(model: LanguageModel, words: readonly string[]): number[] {
  return words.flatMap((word) => model.placeOf(word) ?? [])
}

/** Sampling settings. */
export interface Sampling {
  /** 0 takes the most likely, 1 keeps the proportions, higher values flatten them. */
  temperature: number
  /** Samples only from the most likely, up to this total probability: 0 to 1. */
  topP: number
  random: RandomNumbers
}

/** Samples an index by weight. Weights need not add up to 1; a weight of 0 is never chosen. */
export function sample(weights: Float64Array, { temperature, topP, random }: Sampling): number {
  const best = weights.reduce((leader, weight, place) => (weight > (weights[leader] ?? 0) ? place : leader), 0)
  if (temperature === 0 || topP === 0) return best
  const heated = heat(weights, temperature)
  const total = heated.reduce((sum, weight) => sum + weight, 0)
  const places = topP < 1 ? nucleusOf(heated, topP * total) : [...heated.keys()]
  let left = random() * places.reduce((sum, place) => sum + (heated[place] ?? 0), 0)
  for (const place of places) {
    left -= heated[place] ?? 0
    if (left < 0) return place
  }
  return best
}

/** The weights at a temperature above 0. Divides by the largest first, or all powers would underflow at low ones. */
function heat(weights: Float64Array, temperature: number): Float64Array {
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0) || 1
  // Near 0 the exponent is infinite, and so large a power of 1 is not a number.
  return weights.map((weight) => (weight === largest ? 1 : (weight / largest) ** (1 / temperature)))
}

/** The smallest set of indexes whose weights reach `mass`, heaviest first (Holtzman et al., 2020). */
function nucleusOf(weights: Float64Array, mass: number): number[] {
  const places = mostLikely(weights)
  let reached = 0
  const end = places.findIndex((place) => (reached += weights[place] ?? 0) >= mass)
  return end < 0 ? places : places.slice(0, end + 1)
}

/** All indexes, heaviest first. */
function mostLikely(weights: Float64Array): number[] {
  return [...weights.keys()].toSorted((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0))
}

/** Splits text into the model's units: words in lower case (except `I`) and punctuation marks. */
export function wordsOf(text: string): string[] {
  const units = text.replaceAll('’', "'").match(/[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*|[.,;:?!]/gu) ?? []
  return units.map((unit) => (unit === 'I' ? unit : unit.toLowerCase()))
}

/** True for a unit that is a punctuation mark. */
function isMark(unit: string): boolean {
  return /^[.,;:?!]$/.test(unit)
}

/** True for a mark that ends a sentence. */
function endsSentence(unit: string): boolean {
  return /^[.?!]$/.test(unit)
}

/** The weight of each n-gram order, from single words to runs of four. */
const orderWeights = [0.02, 0.12, 0.36, 0.5] as const

/** In words; earlier ones have no effect. */
const longestContext = orderWeights.length - 1

type Counts = Map<number, number>

/** A word-level n-gram model. Words are identified by their index in the vocabulary. */
export interface LanguageModel {
  readonly vocabulary: readonly string[]
  /** The index of a word; undefined if it isn't in the vocabulary. */
  placeOf(word: string): number | undefined
  /** The probability of each word after the context, of which the last three words count. Adds up to 1. */
  probabilitiesAfter(context: readonly number[]): Float64Array
}

/**
 * Trains the model. Orders are interpolated with fixed weights (Jelinek and Mercer, 1980). The weight of an unseen
 * context goes to the shorter ones, so that every word is always possible.
 */
export function learn(words: readonly string[]): LanguageModel {
  const vocabulary = [...new Set(words)]
  const places = new Map(vocabulary.map((word, place) => [word, place]))
  const text = words.flatMap((word) => places.get(word) ?? [])
  const followers = new Map<string, Counts>()

  text.forEach((place, at) => {
    for (let order = 0; order < orderWeights.length && order <= at; order++) {
      const key = keyOf(text.slice(at - order, at))
      const counts = followers.get(key) ?? new Map()
      counts.set(place, (counts.get(place) ?? 0) + 1)
      followers.set(key, counts)
    }
  })

  return {
    vocabulary,
    placeOf: (word) => places.get(word),
    probabilitiesAfter(context) {
      const probabilities = new Float64Array(vocabulary.length)
      const orders = orderWeights.flatMap((weight, order) => {
        const counts = order <= context.length ? followers.get(keyOf(context.slice(context.length - order))) : undefined
        return counts ? [{ weight, counts }] : []
      })
      const allWeight = orders.reduce((sum, { weight }) => sum + weight, 0)
      for (const { weight, counts } of orders) {
        let seen = 0
        for (const count of counts.values()) seen += count
        for (const [place, count] of counts) {
          probabilities[place] = (probabilities[place] ?? 0) + ((weight / allWeight) * count) / seen
        }
      }
      return probabilities
    },
  }
}

function keyOf(context: readonly number[]): string {
  return context.join(' ')
}
