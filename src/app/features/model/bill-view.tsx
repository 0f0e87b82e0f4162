import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { billOf, daysInMonth } from '#app/models/bill.ts'
import { billWords, misfitMark, misfitWords, thresholdWords } from '#app/models/bill-words.ts'
import { WorkloadPanel } from '#app/models/workload-panel.tsx'
import { workloadStore } from '#app/models/workload-store.ts'

/** The workload, and what it costs on this model. */
export function BillView({ model }: { model: Model }) {
  const workload = useStore(workloadStore, (state) => state.workload)
  const bill = billOf(model, workload)
  const misfit = misfitWords(model, workload)
  return (
    <section aria-label="Cost" className="grid gap-3">
      <h2 className="font-semibold">Cost of my workload</h2>
      <WorkloadPanel narrow />
      <dl aria-label="Bill" className="grid grid-cols-[1fr_auto]">
        <Amount name="Per request" amount={billWords(bill?.perRequest)} />
        <Amount name="Per day" amount={billWords(bill?.perDay)} />
        <Amount name={`Per month (${daysInMonth} days)`} amount={billWords(bill?.perMonth)} strong />
      </dl>
      {bill?.aboveInputTokens !== undefined && (
        <p className="text-xs text-text-muted">Uses the prices {thresholdWords(bill.aboveInputTokens)}.</p>
      )}
      {misfit !== undefined && (
        <p className="text-xs text-danger">
          {misfitMark}: {misfit}.
        </p>
      )}
      {!bill && misfit === undefined && (
        <p className="text-xs text-text-muted">A price that this workload needs is unknown.</p>
      )}
    </section>
  )
}

function Amount({ name, amount, strong = false }: { name: string; amount: string; strong?: boolean }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid gap-4 border-t border-line py-2">
      <dt className="text-text-muted">{name}</dt>
      <dd className={`text-end tabular-nums ${strong ? 'font-semibold' : ''}`}>{amount}</dd>
    </div>
  )
}
