import { useId, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { TakeConversation, WorkloadPanel } from './workload-panel.tsx'
import { workloadStore } from './workload-store.ts'
import { workloadWords } from './workload-words.ts'

/** The workload that costs are estimated for, in one line; its fields open below. */
export function WorkloadLine({ children }: { children?: ReactNode }) {
  const id = useId()
  const workload = useStore(workloadStore, (state) => state.workload)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-3 rounded-md bg-accent-soft px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">My workload</span>
        <span className="min-w-0 tabular-nums">{workloadWords(workload)}</span>
        {children}
        <span className="ml-auto flex items-center gap-3">
          <TakeConversation />
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="rounded-sm font-medium text-accent underline underline-offset-3"
          >
            {isOpen ? 'Done' : 'Change'}
            <span className="sr-only"> my workload</span>
          </button>
        </span>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <WorkloadPanel />}
      </div>
    </div>
  )
}
