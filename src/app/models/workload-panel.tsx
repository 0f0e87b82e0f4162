import { type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { formatCount } from '#app/ui/format.ts'
import { SpinInput, parseNumber } from '#app/ui/spin-input.tsx'
import {
  cachedPercent,
  changeWorkload,
  takeConversation,
  workloadLimits,
  workloadStore,
  workloadWords,
} from './workload.ts'

interface NumberFieldProps {
  id: string
  label: string
  value: number
  max: number
  step?: number
  /** A size that can be typed, such as `200k`, to name in the error. */
  example?: string
  onChange: (value: number) => void
  aside?: string | undefined
}

/** Text being typed, and the value when it was typed. */
interface Draft {
  text: string
  before: number
}

/** A number from 0 to `max`. Text that isn't one stays to be corrected, and changes nothing. */
export function NumberField({ id, label, value, max, step = 1, example, onChange, aside }: NumberFieldProps) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const numberIn = (text: string) => {
    const number = parseNumber(text)
    return number !== undefined && number >= 0 && number <= max ? number : undefined
  }
  // A new value from elsewhere replaces text that changed nothing.
  const shown = draft && (numberIn(draft.text) !== undefined || draft.before === value) ? draft.text : undefined
  const isWrong = shown !== undefined && numberIn(shown) === undefined
  const orSize = example === undefined ? '' : `, such as ${example}`
  return (
    <Field
      htmlFor={id}
      label={label}
      aside={aside}
      error={isWrong ? `Enter a number from 0 to ${formatCount(max)}${orSize}.` : undefined}
    >
      <SpinInput
        id={id}
        min={0}
        max={max}
        step={step}
        text={shown ?? String(value)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onText={(text) => {
          setDraft({ text, before: value })
          const number = numberIn(text)
          if (number !== undefined) onChange(number)
        }}
        // On blur, the number replaces `200k` and empty text; invalid text stays to be corrected.
        onBlur={() => (!isWrong || shown.trim() === '') && setDraft(null)}
      />
    </Field>
  )
}

/** The fields of the workload that every cost is estimated for. `narrow` limits it to two columns. */
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
          label="Requests per day"
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
function TakeConversation() {
  const conversation = useStore(workloadStore, (state) => state.conversation)
  if (conversation.length === 0) return null
  return (
    <Button size="small" title="Use the token counts of your last open conversation" onClick={takeConversation}>
      This conversation
    </Button>
  )
}

interface WorkloadLineProps {
  /** Before the workload. */
  children?: ReactNode
  /** Without a background, as part of a footer. */
  isPlain?: boolean
  /** Its fields in two columns. */
  narrow?: boolean
}

/** The workload that costs are estimated for, in one line; its fields open below. */
export function WorkloadLine({ children, isPlain = false, narrow = false }: WorkloadLineProps) {
  const id = useId()
  const workload = useStore(workloadStore, (state) => state.workload)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={`grid ${isPlain ? '' : 'gap-3 rounded-md bg-accent-soft px-3 py-2'}`}>
      <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${isPlain ? 'min-h-7' : ''}`}>
        {children}
        <span className="font-semibold">My workload</span>
        <span className="min-w-0 tabular-nums max-md:text-xs">{workloadWords(workload)}</span>
        <span className={`flex items-center gap-3 ${isPlain ? '' : 'ml-auto'}`}>
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
      <div id={id} hidden={!isOpen} className={isPlain ? 'py-2 text-sm text-text' : ''}>
        {isOpen && <WorkloadPanel narrow={narrow} />}
      </div>
    </div>
  )
}
