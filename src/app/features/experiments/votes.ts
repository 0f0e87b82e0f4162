import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { experimentsDb } from '#app/data/experiments/experiments-db.ts'
import { type Choice, type ReviewPair, type Vote, datesOf } from '#experiments/review.ts'

/** What to show before votes are read. */
export const noVotes: ReadonlyMap<string, Vote> = new Map()

/** The votes of an experiment by the names of pairs; undefined until they are read. Each is saved at once. */
export function useVotes(id: string) {
  const client = useQueryClient()
  const queryKey = ['votes', id]
  const [cast, setCast] = useState<readonly string[]>([])
  const [isFull, setFull] = useState(false)
  const { data: votes, dataUpdatedAt: version } = useQuery({
    queryKey,
    queryFn: async () => {
      const stored = await experimentsDb.votes.where({ experimentId: id }).toArray()
      return new Map<string, Vote>(stored.map((each) => [each.pair, each]))
    },
    networkMode: 'always',
    gcTime: 0,
    structuralSharing: false,
  })
  const save = (pair: string, vote: Vote | undefined, store: () => Promise<unknown>) => {
    const next = new Map(votes)
    if (vote === undefined) next.delete(pair)
    else next.set(pair, vote)
    client.setQueryData(queryKey, next)
    store().then(
      () => setFull(false),
      () => {
        setFull(true)
        void client.invalidateQueries({ queryKey })
      },
    )
  }
  return {
    votes,
    /** Changes with each vote. */
    version,
    /** Whether the last vote couldn't be saved. */
    isFull,
    /** Whether a vote of this visit can be taken back. */
    canUndo: cast.length > 0,
    vote(pair: ReviewPair, verdict: Choice): void {
      const row = { experimentId: id, pair: pair.name, verdict, dates: datesOf(pair), date: Date.now() }
      setCast([...cast, row.pair])
      save(row.pair, row, () => experimentsDb.votes.put(row))
    },
    undo(): void {
      const pair = cast.at(-1)
      if (pair === undefined) return
      setCast(cast.slice(0, -1))
      save(pair, undefined, () => experimentsDb.votes.delete([id, pair]))
    },
  }
}
