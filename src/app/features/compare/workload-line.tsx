import { useId, useState } from 'react'
import { useStore } from 'zustand'
import { WorkloadPanel } from '#app/models/workload-panel.tsx'
import { workloadStore } from '#app/models/workload-store.ts'
import { workloadWords } from '#app/models/workload-words.ts'

/** What costs are reckoned for, in a line; the calculator opens beneath it. */
export function WorkloadLine() {
  const id = useId()
  const workload = useStore(workloadStore, (state) => state.workload)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-3 rounded-md bg-accent-soft px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="font-semibold">My workload</span>
        <span className="tabular-nums">{workloadWords(workload)}</span>
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
        <WorkloadPanel />
      </div>
    </div>
  )
}
