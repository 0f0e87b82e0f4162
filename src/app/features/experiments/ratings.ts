import { experimentsDb } from '#app/data/experiments/experiments-db.ts'
import type { CellResult } from '#experiments/results.ts'
import type { Rating } from '#experiments/score.ts'

const none: Rating = { rating: null, note: '' }

/** The ratings of an experiment. Each belongs to one result: running its cell again leaves it behind. */
export async function openRatings(id: string) {
  const stored = await experimentsDb.ratings.where({ experimentId: id }).toArray()
  const ratings = new Map(stored.map((each) => [each.key, each]))
  return {
    of({ key, date }: CellResult): Rating {
      const found = ratings.get(key)
      return found && (found.date ?? date) === date ? found : none
    },
    async save({ key, date }: CellResult, { rating, note }: Rating): Promise<void> {
      const row = { experimentId: id, key, date, rating, note }
      ratings.set(key, row)
      if (rating === null && note === '') await experimentsDb.ratings.delete([id, key])
      else await experimentsDb.ratings.put(row)
    },
  }
}
