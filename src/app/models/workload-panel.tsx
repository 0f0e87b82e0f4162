import { useId } from 'react'
import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import { NumberField } from './number-field.tsx'
import { workloadLimits } from './workload.ts'
import { changeWorkload, takeConversation, workloadStore } from './workload-store.ts'
import { cachedPercent } from './workload-words.ts'

/**
 * The fields of the workload that every cost is estimated for. `narrow` keeps it to two columns, for a place at the side
 * that has no line of its own for the workload.
 */
export function WorkloadPanel({ narrow = false }: { narrow?: boolean }) {
  const idPrefix = useId()
  const workload = useStore(workloadStore, (state) => state.workload)
  return (
    <div role="group" aria-label="Workload" className="grid gap-3">
      <div className={`grid grid-cols-2 items-start gap-3 ${narrow ? '' : 'md:grid-cols-4'}`}>
        <NumberField
          id={`${idPrefix}-in`}
          label="Tokens in"
          value={workload.tokensIn}
          max={workloadLimits.tokensIn}
          step={100}
          example="200k"
          onChange={(tokensIn) => changeWorkload({ tokensIn })}
        />
        <NumberField
          id={`${idPrefix}-out`}
          label="Tokens out"
          value={workload.tokensOut}
          max={workloadLimits.tokensOut}
          step={100}
          example="4k"
          onChange={(tokensOut) => changeWorkload({ tokensOut })}
        />
        <NumberField
          id={`${idPrefix}-requests`}
          label="Requests a day"
          value={workload.requestsPerDay}
          max={workloadLimits.requestsPerDay}
          step={100}
          onChange={(requestsPerDay) => changeWorkload({ requestsPerDay })}
        />
        <NumberField
          id={`${idPrefix}-cached`}
          label="Cached share"
          aside="% of input"
          value={cachedPercent(workload)}
          max={100}
          onChange={(percent) => changeWorkload({ cachedShare: percent / 100 })}
        />
      </div>
      {narrow && (
        <div className="empty:hidden">
          <TakeConversation />
        </div>
      )}
    </div>
  )
}

/** Fills the workload from the conversation last open in this tab; nothing when there was none. */
export function TakeConversation() {
  const conversation = useStore(workloadStore, (state) => state.conversation)
  if (conversation.length === 0) return null
  return (
    <Button
      size="small"
      title="One request with the tokens of the conversation you last had open"
      onClick={takeConversation}
    >
      This conversation
    </Button>
  )
}
