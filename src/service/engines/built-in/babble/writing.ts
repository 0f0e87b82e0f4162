import { longestContext, type LanguageModel } from './language-model.ts'
import { sample, type Sampling } from './sampling.ts'
import { endsSentence, isMark } from './words.ts'

/** After so many words and marks the reply may end with a sentence; a random part is added while sampling. */
const shortest = 80
const mostAdded = 100
/** From then on a full stop grows likelier with every step, or a circle without one would never be left. */
const impatience = 1.15

/**
 * Goes on from the last known words of the prompt, a word or a mark at a time, each with the space before it, up to
 * the end of a sentence. Without a known word it begins a sentence.
 */
export function* write(model: LanguageModel, prompt: readonly string[], sampling: Sampling): Generator<string, void> {
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
