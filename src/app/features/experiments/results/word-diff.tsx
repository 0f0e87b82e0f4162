import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'

/** Longer edits aren't looked for, so that two unlike texts don't take seconds: they are then shown as replaced. */
const longestEdit = 2_000

interface Change {
  value: string
  removed: boolean
  added: boolean
}

function changesOf(before: string, after: string): Change[] {
  const found: Change[] | undefined = diffWordsWithSpace(before, after, { maxEditLength: longestEdit })
  return (
    found ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  )
}

/** The words that were removed and added between two texts. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const changes = useMemo(() => changesOf(before, after), [before, after])
  return changes.map(({ value, removed, added }, at) => {
    if (removed)
      return (
        <del key={at} className="bg-danger-soft text-danger">
          {value}
        </del>
      )
    if (added)
      return (
        <ins key={at} className="bg-accent-soft text-success">
          {value}
        </ins>
      )
    return <span key={at}>{value}</span>
  })
}
