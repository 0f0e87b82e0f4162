import { z } from 'zod'
import { type ChatRequest, schemaOf } from '#contract/chat.ts'
import { parameters } from '#contract/parameters.ts'
import {
  type BuiltInModel,
  type RandomNumbers,
  createSeededRandom,
  lastUserText,
  modelCard,
  readField,
} from '#service/engines/demo/demo-model.ts'
import { bread, harbour, letters, machines, weather } from './corpus.ts'

const topPSchema = schemaOf(parameters.topP)
const seedSchema = z.number('seed must be a number.')

/** A language model small enough to read, which makes the sampling parameters visible. */
export const babble: BuiltInModel = {
  model: modelCard(
    'babble',
    'Babble',
    'A demonstration that runs inside Parley: a real but tiny language model, which has read five short pieces about a harbour. Begin a sentence for it and move the temperature: 0 repeats itself, 1 wanders, 2 raves; seed, top_p and stop are obeyed too.',
    ['temperature', 'top_p', 'seed'],
  ),
  reply({ request }) {
    const prompt = lastUserText(request.messages) ?? ''
    return { pieces: write(languageModel(), wordsOf(prompt), samplingOf(request, prompt)) }
  },
}

let learned: LanguageModel | undefined

/** Learnt when it is first asked for: a page that never asks should not pay. */
function languageModel(): LanguageModel {
  learned ??= learn(wordsOf([harbour, weather, bread, letters, machines].join('\n')))
  return learned
}

function samplingOf(request: ChatRequest, prompt: string): Sampling {
  const seed = readField(request, 'seed', seedSchema) ?? crypto.getRandomValues(new Uint32Array(2)).join(' ')
  return {
    temperature: request.temperature ?? parameters.temperature.default,
    topP: readField(request, 'top_p', topPSchema) ?? parameters.topP.default,
    // With the prompt in it, or two prompts with the same seed would soon go on in the same words.
    random: createSeededRandom(`${seed} ${prompt.slice(-100)}`),
  }
}

/** After so many words and marks the reply may end with a sentence; a random part is added while sampling. */
const shortest = 80
const mostAdded = 100
/** From then on a full stop grows likelier with every step, or a circle without one would never be left. */
const impatience = 1.15

/**
 * Goes on from the last known words of the prompt, a word or a mark at a time, each with the space before it, up to
 * the end of a sentence. Without a known word it begins a sentence.
 */
function* write(model: LanguageModel, prompt: readonly string[], sampling: Sampling): Generator<string, void> {
  const begun = lastKnown(model, prompt)
  let context = begun.length > 0 ? begun : placesOf(model, ['.'])
  let previous = begun.length > 0 ? '' : '.'
  const length = shortest + Math.floor(mostAdded * (sampling.temperature === 0 ? 1 : sampling.random()))
  for (let written = 1; ; written++) {
    const weights = model.probabilitiesAfter(context)
    model.vocabulary.forEach((unit, place) => {
      if (!isMark(unit)) return
      // No mark begins a reply or follows another.
      if (written === 1 || isMark(previous)) weights[place] = 0
      else if (unit === '.') weights[place] = (weights[place] ?? 0) * impatience ** Math.max(0, written - length)
    })
    const place = sample(weights, sampling)
    const unit = model.vocabulary[place] ?? '.'
    const shown = endsSentence(previous) ? unit.charAt(0).toUpperCase() + unit.slice(1) : unit
    yield written === 1 || isMark(unit) ? shown : ` ${shown}`
    if (written > length && endsSentence(unit)) return
    previous = unit
    context = [...context, place].slice(-longestContext)
  }
}

/** The last word of the prompt that the model knows, with those before it as far as it knows them. */
function lastKnown(model: LanguageModel, prompt: readonly string[]): number[] {
  const words = prompt.filter((word) => !isMark(word))
  const last = words.findLastIndex((word) => model.placeOf(word) !== undefined)
  return placesOf(model, words.slice(Math.max(0, last + 1 - longestContext), last + 1))
}

function placesOf(model: LanguageModel, words: readonly string[]): number[] {
  return words.flatMap((word) => model.placeOf(word) ?? [])
}

/** How one is chosen among many. */
export interface Sampling {
  /** 0 takes the most likely, 1 keeps the proportions, more flattens them. */
  temperature: number
  /** Only the most likely, which together have this much of the probability, are chosen among: 0 to 1. */
  topP: number
  random: RandomNumbers
}

/** Chooses a place by the weights, which need not add up to 1; those of 0 are never chosen. */
export function sample(weights: Float64Array, { temperature, topP, random }: Sampling): number {
  const best = weights.reduce((leader, weight, place) => (weight > (weights[leader] ?? 0) ? place : leader), 0)
  if (temperature === 0 || topP === 0) return best
  // Divided by the largest first: at low temperatures the powers of all would otherwise vanish.
  const largest = weights[best] ?? 1
  const heated = weights.map((weight) => (weight / largest) ** (1 / temperature))
  const total = heated.reduce((sum, weight) => sum + weight, 0)
  const places = topP < 1 ? nucleusOf(heated, topP * total) : [...heated.keys()]
  let left = random() * places.reduce((sum, place) => sum + (heated[place] ?? 0), 0)
  for (const place of places) {
    left -= heated[place] ?? 0
    if (left < 0) return place
  }
  return best
}

/** The fewest places whose weights together reach `mass`, the heaviest first (Holtzman et al., 2020). */
function nucleusOf(weights: Float64Array, mass: number): number[] {
  const places = [...weights.keys()].toSorted((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0))
  let reached = 0
  const end = places.findIndex((place) => (reached += weights[place] ?? 0) >= mass)
  return end < 0 ? places : places.slice(0, end + 1)
}

/** Cuts text into the units that the language model knows: words in lower case (but `I`), and punctuation marks. */
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

/** How much each order of the model counts, from single words up to runs of four. */
const orderWeights = [0.02, 0.12, 0.36, 0.5] as const

/** How many words of a context can make a difference. */
const longestContext = orderWeights.length - 1

type Counts = Map<number, number>

/** A word-level n-gram model. Words are known by their place in the vocabulary. */
export interface LanguageModel {
  readonly vocabulary: readonly string[]
  /** The place of a word; undefined when the text did not hold it. */
  placeOf(word: string): number | undefined
  /** How likely each word of the vocabulary is after the words of the context, of which the last three count; the whole adds up to 1. */
  probabilitiesAfter(context: readonly number[]): Float64Array
}

/**
 * Learns which word comes after which. Every order is mixed in with a fixed weight (Jelinek and Mercer, 1980); the
 * weight of a context that was never seen goes to the shorter ones, so that every word stays possible everywhere.
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
