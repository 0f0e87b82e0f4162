import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand'
import { historyProblem } from '#app/data/history/history-problem.ts'
import { HistorySheet } from '#app/features/playground/history/history-rail.tsx'

/** Shown for a conversation that isn't in this browser. */
export function ConversationMissing() {
  const off = useStore(historyProblem, (state) => state.problem === 'off')
  return (
    <div className="grid justify-items-start gap-3 p-6">
      <h1 className="text-lg font-semibold">There is no such conversation here</h1>
      <p className="max-w-[60ch] text-md text-text-muted">
        {off
          ? 'This browser lets the page store nothing, as private windows do, so no conversation outlives a reload.'
          : 'It may have been deleted, or stand in another browser: conversations are kept where they were held. Export it there and import it here to go on.'}
      </p>
      <Link to="/" className="text-accent underline underline-offset-3">
        Start a new conversation
      </Link>
      <HistorySheet />
    </div>
  )
}
