import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { experimentsDb } from '#app/data/experiments/experiments-db.ts'
import type { Choice } from '#experiments/review.ts'

/** The votes of an experiment by the names of pairs; undefined until they are read. Each is saved at once. */
export function useVotes(id: string) {
  const client = useQueryClient()
  const queryKey = ['votes', id]
  const [cast, setCast] = useState<readonly string[]>([])
  const [isFull, setFull] = useState(false)
  const { data: votes } = useQuery({
    queryKey,
    queryFn: async () => {
      const stored = await experimentsDb.votes.where({ experimentId: id }).toArray()
      return new Map<string, Choice>(stored.map(({ pair, verdict }) => [pair, verdict]))
    },
    networkMode: 'always',
    gcTime: 0,
    structuralSharing: false,
  })
  const save = (pair: string, verdict: Choice | undefined, store: () => Promise<unknown>) => {
    const next = new Map(votes)
    if (verdict === undefined) next.delete(pair)
    else next.set(pair, verdict)
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
    /** Whether the last vote couldn't be saved. */
    isFull,
    /** Whether a vote of this visit can be taken back. */
    canUndo: cast.length > 0,
    vote(pair: string, verdict: Choice): void {
      setCast([...cast, pair])
      save(pair, verdict, () => experimentsDb.votes.put({ experimentId: id, pair, verdict, date: Date.now() }))
    },
    undo(): void {
      const pair = cast.at(-1)
      if (pair === undefined) return
      setCast(cast.slice(0, -1))
      save(pair, undefined, () => experimentsDb.votes.delete([id, pair]))
    },
  }
}
