import { useId } from 'react'
import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import { formatCount } from '#app/ui/format.ts'
import { NumberField } from './number-field.tsx'
import { workloadLimits } from './workload.ts'
import { changeWorkload, takeConversation, workloadStore } from './workload-store.ts'
import { cachedPercent } from './workload-words.ts'

/**
 * The calculator: for which workload every page reckons what a model costs. `narrow` keeps it to two columns, for a
 * place at the side.
 */
export function WorkloadPanel({ narrow = false }: { narrow?: boolean }) {
  const idPrefix = useId()
  const workload = useStore(workloadStore, (state) => state.workload)
  const conversation = useStore(workloadStore, (state) => state.conversation)
  return (
    <div role="group" aria-label="Workload" className="grid gap-3">
      <div className={`grid grid-cols-2 items-start gap-3 ${narrow ? '' : 'md:grid-cols-4'}`}>
        <NumberField
          id={`${idPrefix}-in`}
          label="Tokens in"
          value={workload.tokensIn}
          max={workloadLimits.tokensIn}
          error={upTo(workloadLimits.tokensIn)}
          onChange={(tokensIn) => changeWorkload({ tokensIn })}
        />
        <NumberField
          id={`${idPrefix}-out`}
          label="Tokens out"
          value={workload.tokensOut}
          max={workloadLimits.tokensOut}
          error={upTo(workloadLimits.tokensOut)}
          onChange={(tokensOut) => changeWorkload({ tokensOut })}
        />
        <NumberField
          id={`${idPrefix}-requests`}
          label="Requests a day"
          value={workload.requestsPerDay}
          max={workloadLimits.requestsPerDay}
          error={upTo(workloadLimits.requestsPerDay)}
          onChange={(requestsPerDay) => changeWorkload({ requestsPerDay })}
        />
        <NumberField
          id={`${idPrefix}-cached`}
          label="Cached share"
          aside="% of input"
          value={cachedPercent(workload)}
          max={100}
          error={upTo(100)}
          onChange={(percent) => changeWorkload({ cachedShare: percent / 100 })}
        />
      </div>
      {conversation.length > 0 && (
        <div>
          <Button size="small" onClick={takeConversation}>
            Use the open conversation
          </Button>
        </div>
      )}
    </div>
  )
}

function upTo(max: number): string {
  return `Type a number from 0 to ${formatCount(max)}.`
}
