import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { momentWords } from '#app/models/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { formatDollars, formatShare } from '#app/ui/format.ts'
import type { UsageBudget } from '#contract/usage.ts'

/** How many are shown at first: those that are used most. */
const shownAtFirst = 3

/** A share from which on a budget counts as nearly used. */
const nearlyUsed = 0.8

/** What keys have spent of their budgets, the most used first. */
export function BudgetList({ budgets }: { budgets: readonly UsageBudget[] }) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const sorted = budgets.toSorted((one, other) => shareOf(other) - shareOf(one))
  const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst)
  return (
    <section aria-labelledby={id} className="grid content-start gap-3 lg:col-start-2">
      <h2 id={id} className="label">
        {budgets.length > 1 ? 'Budgets' : 'Budget'}
      </h2>
      <ul aria-labelledby={id} className="grid gap-3.5">
        {shown.map((budget) => (
          <li key={`${budget.key} ${budget.period}`}>
            <BudgetBar budget={budget} />
          </li>
        ))}
      </ul>
      {budgets.length > shownAtFirst && (
        <Button size="small" className="justify-self-start" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${budgets.length}`}
        </Button>
      )}
    </section>
  )
}

const periodWords = { day: 'today', month: 'this month' } as const

function BudgetBar({ budget: { key, period, budget, spent, resets_at: resetsAt } }: { budget: UsageBudget }) {
  const share = shareOf({ budget, spent })
  const amounts = `${formatDollars(roundedDollars(spent))} of ${formatDollars(budget)}`
  const isUsedUp = spent >= budget
  const isNear = !isUsedUp && share >= nearlyUsed
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate">
          <bdi className="font-medium">{key}</bdi> <span className="text-text-muted">{periodWords[period]}</span>
        </span>
        <span className="shrink-0 tabular-nums">{amounts}</span>
      </div>
      <div
        role="meter"
        aria-label={`Budget of ${key} ${periodWords[period]}`}
        aria-valuemin={0}
        aria-valuemax={budget}
        aria-valuenow={Math.min(spent, budget)}
        aria-valuetext={amounts}
        className="overflow-hidden rounded-full border border-line bg-tint"
      >
        {/* Drawn, since forced colours remove backgrounds. */}
        <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="block h-1.5 w-full">
          <rect
            width={share * 100}
            height="1"
            className={isUsedUp ? 'fill-danger' : isNear ? 'fill-warning' : 'fill-series-1'}
          />
        </svg>
      </div>
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-xs whitespace-nowrap text-text-muted tabular-nums">
        {isUsedUp ? (
          <span className="flex items-center gap-1 font-medium text-danger">
            <CircleAlert aria-hidden size={12} />
            Used up
          </span>
        ) : isNear ? (
          <span className="flex items-center gap-1 font-medium text-warning">
            <TriangleAlert aria-hidden size={12} />
            Nearly used, {formatShare(share)}
          </span>
        ) : (
          <span>{formatShare(share)}</span>
        )}
        <span>Resets {resetWords(resetsAt)}</span>
      </p>
    </div>
  )
}

/** Above a budget by its last call, or with a budget of 0, it is 1. */
function shareOf({ budget, spent }: Pick<UsageBudget, 'budget' | 'spent'>): number {
  return spent >= budget ? 1 : spent / budget
}

/** To cents, or to two digits below a cent: a bar doesn't need more. */
function roundedDollars(dollars: number): number {
  return dollars >= 0.01 ? Number(dollars.toFixed(2)) : Number(dollars.toPrecision(2))
}

/** In local time, to the minute. It is within a month, so the year would only take room. */
function resetWords(resetsAt: string): string {
  return momentWords(Date.parse(resetsAt))
    .replace(/ \d{4},/u, ',')
    .replace(/:\d\d$/u, '')
}
