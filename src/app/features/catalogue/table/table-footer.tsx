import { memo } from 'react'
import { CapabilityWord, capabilitySlots } from '#app/models/capability-icons.tsx'
import { WorkloadLine } from '#app/models/workload-panel.tsx'

/** What the marks in the rows mean, and the workload that costs are estimated for. */
export const TableFooter = memo(function TableFooter({ isWhole }: { isWhole: boolean }) {
  return (
    <div className="min-h-10 shrink-0 border-t border-line px-4 py-1.5 text-xs text-text-muted">
      {/* Empty in the first frame, which is for rows. */}
      {isWhole && (
        <WorkloadLine isPlain>
          <ul aria-label="Legend" className="mr-auto flex flex-wrap items-center gap-x-4 gap-y-1">
            <li className="flex items-center gap-2">
              <span aria-hidden className="size-2 rounded-full border-4 border-success" />
              Connected
            </li>
            {capabilitySlots.map((each) => (
              <li key={each} className="flex">
                <CapabilityWord capability={each} />
              </li>
            ))}
          </ul>
        </WorkloadLine>
      )}
    </div>
  )
})
