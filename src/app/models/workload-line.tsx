import { useId, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { WorkloadPanel } from './workload-panel.tsx'
import { workloadStore } from './workload-store.ts'
import { workloadWords } from './workload-words.ts'

/** What costs are reckoned for, in a line, with what else there is to say of them; the calculator opens beneath it. */
export function WorkloadLine({ children }: { children?: ReactNode }) {
  const id = useId()
  const workload = useStore(workloadStore, (state) => state.workload)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-3 rounded-md bg-accent-soft px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="font-semibold">My workload</span>
        <span className="min-w-0 tabular-nums">{workloadWords(workload)}</span>
        {children}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="ml-auto rounded-sm font-medium text-accent underline underline-offset-3"
        >
          {isOpen ? 'Done' : 'Change'}
          <span className="sr-only"> my workload</span>
        </button>
      </p>
      <div id={id} hidden={!isOpen}>
        {isOpen && <WorkloadPanel />}
      </div>
    </div>
  )
}
