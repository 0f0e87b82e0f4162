/** How much each order of the model counts, from single words up to runs of four. */
const orderWeights = [0.02, 0.12, 0.36, 0.5] as const

/** How many words of a context can make a difference. */
export const longestContext = orderWeights.length - 1

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
