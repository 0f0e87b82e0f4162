import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'

/** Longer edits aren't looked for, so that two unlike texts don't take seconds: they are then shown as replaced. */
const longestEdit = 2_000

/** The words that were removed and added between two texts. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const changes = useMemo(() => diffWordsWithSpace(before, after, { maxEditLength: longestEdit }), [before, after]) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return changes.map(({ value, removed, added }, at) => {
    // oxlint-disable-next-line react/no-array-index-key -- pieces are told apart by their place only
    if (removed)
      return (
        <del key={at} className="bg-danger-soft text-danger">
          {value}
        </del>
      )
    // oxlint-disable-next-line react/no-array-index-key -- as above
    if (added)
      return (
        <ins key={at} className="bg-accent-soft text-success">
          {value}
        </ins>
      )
    // oxlint-disable-next-line react/no-array-index-key -- as above
    return <span key={at}>{value}</span>
  })
}
