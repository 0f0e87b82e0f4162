import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand'
import { historyProblem } from '#app/data/history/history-problem.ts'
import { HistorySheet } from '#app/features/playground/history/history-rail.tsx'

/** Shown for a conversation that isn't in this browser. */
export function ConversationMissing() {
  const off = useStore(historyProblem, (state) => state.problem === 'off')
  return (
    <div className="grid justify-items-start gap-3 p-6">
      <h1 className="text-lg font-semibold">Conversation not found</h1>
      <p className="max-w-[60ch] text-md text-text-muted">
        {off
          ? 'Conversations aren’t saved. This browser blocks storage, for example in a private window.'
          : 'It was deleted, or it is stored in another browser. To continue it here, export it there and import the file.'}
      </p>
      <Link to="/" className="text-accent underline underline-offset-3">
        Start a new conversation
      </Link>
      <HistorySheet />
    </div>
  )
}
