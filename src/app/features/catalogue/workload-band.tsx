import { memo } from 'react'
import type { Model } from '#contract/model.ts'
import { WorkloadLine } from '#app/models/workload-line.tsx'
import { PriceNote } from './price-note.tsx'

/** The workload that costs are estimated for, and the source of the prices. */
export const WorkloadBand = memo(function WorkloadBand({ models }: { models: readonly Model[] }) {
  return (
    <div className="mx-4 mt-2.5 md:mx-5">
      <WorkloadLine>
        <PriceNote models={models} />
      </WorkloadLine>
    </div>
  )
})
