import { type StoredRating, experimentsDb } from '#app/data/experiments/experiments-db.ts'
import type { Score } from '#experiments/score.ts'

/** What a person says of a reply. */
export type Rating = Pick<StoredRating, 'rating' | 'note'>

const none: Rating = { rating: null, note: '' }

/** The ratings of an experiment, by the key of the result. */
export async function openRatings(id: string) {
  const stored = await experimentsDb.ratings.where({ experimentId: id }).toArray()
  const ratings = new Map<string, Rating>(stored.map((each) => [each.key, each]))
  return {
    of: (key: string): Rating => ratings.get(key) ?? none,
    async save(key: string, rating: Rating): Promise<void> {
      ratings.set(key, rating)
      if (rating.rating === null && rating.note === '') await experimentsDb.ratings.delete([id, key])
      else await experimentsDb.ratings.put({ ...rating, experimentId: id, key })
    },
  }
}

/** A score in which a person's verdict counts instead of that of the assertions. Errors stay errors. */
export function rated(score: Score, { rating }: Rating): Score {
  return rating === null || score.outcome === 'error' ? score : { ...score, outcome: rating }
}
