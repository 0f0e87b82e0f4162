import { useMemo } from 'react'
import { useStore } from 'zustand'
import { alternativesOf } from '#app/models/alternatives.ts'
import { type CostEstimate, estimateCost } from '#app/models/cost-estimate.ts'
import { Hint } from '#app/models/hint.tsx'
import { ModelLink } from '#app/models/model-link.tsx'
import { StatusWord, contextWords } from '#app/models/model-words.tsx'
import { costEstimateWords, priceSourceWords, thresholdWords } from '#app/models/price-words.ts'
import { type Workload, workloadStore } from '#app/models/workload.ts'
import type { Model } from '#contract/model.ts'

interface AlternativesViewProps {
  model: Model
  models: readonly Model[]
  /** When the catalogue was read, in milliseconds. */
  readAt: number
}

/** Alternatives for the current workload; nothing when there are none. */
export function AlternativesView({ model, models, readAt }: AlternativesViewProps) {
  const workload = useStore(workloadStore, (state) => state.workload)
  const { cheaper, larger } = useMemo(() => alternativesOf(model, models, workload), [model, models, workload])
  const shared = { workload, readAt }
  return (
    <>
      <Kind title="Cheaper, with the same capabilities" models={cheaper} {...shared} />
      <Kind title="Larger context at no extra cost" models={larger} {...shared} />
    </>
  )
}

interface KindProps {
  title: string
  models: readonly Model[]
  workload: Workload
  readAt: number
}

function Kind({ title, models, workload, readAt }: KindProps) {
  if (models.length === 0) return null
  const estimates = new Map(models.map((model) => [model, estimateCost(model, workload)]))
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="font-semibold">{title}</h2>
      <ul>
        {models.map((model) => (
          <li
            key={model.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t border-line py-2"
          >
            <ModelLink id={model.id} className="rounded-sm font-medium wrap-anywhere hover:underline">
              {model.name}
            </ModelLink>
            <Hint text={priceSourceWords(model, readAt)} className="text-end tabular-nums">
              {costEstimateWords(estimates.get(model)?.perMonth)}
            </Hint>
            <span className="text-xs text-text-muted">
              <StatusWord status={model.status} />
            </span>
            <span className="text-end text-xs text-text-muted tabular-nums">
              {costNote(estimates.get(model))} · {contextWords(model)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function costNote(estimate: CostEstimate | null | undefined): string {
  const threshold = estimate?.aboveInputTokens
  return threshold === undefined ? 'per month' : `per month, ${thresholdWords(threshold)}`
}
