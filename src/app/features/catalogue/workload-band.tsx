import { memo, useState } from 'react'
import type { Model } from '#contract/model.ts'
import type { Workload } from '#app/models/workload.ts'
import { WorkloadPanel } from '#app/models/workload-panel.tsx'
import { workloadWords } from '#app/models/workload-words.ts'
import { PriceNote } from './price-note.tsx'

interface WorkloadBandProps {
  workload: Workload
  models: readonly Model[]
}

/** For which workload the costs a month are, from which prices, and the calculator to change it. */
export const WorkloadBand = memo(function WorkloadBand({ workload, models }: WorkloadBandProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="mx-4 mt-2.5 rounded-md bg-accent-soft px-3.5 py-2 md:mx-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 tabular-nums">
        <span className="font-semibold">My workload</span>
        <span className="min-w-0">{workloadWords(workload)}</span>
        <span className="max-md:hidden">
          <PriceNote models={models} />
        </span>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="ml-auto rounded-sm py-0.5 font-medium text-accent hover:underline"
        >
          {isOpen ? 'Done' : 'Change'}
        </button>
      </div>
      {isOpen && (
        <div className="pt-2.5 pb-1.5">
          <WorkloadPanel />
        </div>
      )}
    </div>
  )
})
