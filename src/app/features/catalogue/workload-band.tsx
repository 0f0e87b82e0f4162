import { memo } from 'react'
import type { Model } from '#contract/model.ts'
import { WorkloadLine } from '#app/models/workload-line.tsx'
import { PriceNote } from './price-note.tsx'

/** For which workload the costs a month are, and from which prices. */
export const WorkloadBand = memo(function WorkloadBand({ models }: { models: readonly Model[] }) {
  return (
    <div className="mx-4 mt-2.5 md:mx-5">
      <WorkloadLine>
        <span className="max-md:hidden">
          <PriceNote models={models} />
        </span>
      </WorkloadLine>
    </div>
  )
})
