import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { estimateCost } from '#app/models/cost-estimate.ts'
import { dayWords, releasedAt } from '#app/models/dates.ts'
import { HintBubble } from '#app/models/hint.tsx'
import { capabilityWords, priceWords, shownCapabilities } from '#app/models/model-words.tsx'
import {
  costEstimateWords,
  metricWords,
  misfitMark,
  misfitWords,
  priceSourceWords,
  priceTiersOf,
  priceUnits,
  shownMetrics,
  thresholdWords,
  tierWords,
  unitPriceOf,
} from '#app/models/price-words.ts'
import { type Workload, workloadWords } from '#app/models/workload.ts'
import { formatCount, formatDollars } from '#app/ui/format.ts'
import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'

/** The names of a row's figures in `data-hint`. */
export type FigureName = 'can' | 'context' | 'price' | 'request' | 'month' | 'age' | PriceMetric

/** The tooltip of a row's figure; null if there is nothing to add. */
export function figureHint(name: string, model: Model, workload: Workload): string | null {
  switch (name) {
    case 'can':
      return capabilityList(model)
    case 'context':
      return `${formatCount(model.context_length)} tokens (input + output)`
    case 'input_tokens':
    case 'output_tokens':
    case 'cached_input_tokens':
      return priceHint(model, name)
    case 'price':
      return unitPriceHint(model)
    case 'request':
    case 'month':
      return costHint(model, workload)
    case 'age':
      return ageHint(model)
    default:
      return null
  }
}

/** A model's capabilities in words, in a fixed order. */
export function capabilityList({ capabilities = [] }: Model): string {
  return shownCapabilities
    .filter((each) => capabilities.includes(each))
    .map((each) => capabilityWords[each])
    .join(', ')
}

/** Every price of a model in words: `Price per image: $0.04`. */
function unitPriceHint(model: Model): string | null {
  const prices = shownMetrics.flatMap((metric) => {
    const rate = rateOf(model, metric)
    return rate === undefined ? [] : `${priceUnits[metric].heading}: ${priceWords(unitPriceOf(metric, rate))}`
  })
  return prices.length === 0 ? null : [...prices, priceSourceWords(model)].join(' · ')
}

function priceHint(model: Model, metric: PriceMetric): string | null {
  const rate = rateOf(model, metric)
  if (rate === undefined) return null
  const exact = rate === 0 ? 'Free' : `${formatDollars(rate)} per 1M`
  return [
    `${exact} · ${metricWords[metric]}`,
    ...priceTiersOf(model, metric).map(tierWords),
    priceSourceWords(model),
  ].join(' · ')
}

function ageHint(model: Model): string | null {
  const released = releasedAt(model)
  return released === undefined ? null : dayWords(released)
}

function costHint(model: Model, workload: Workload): string | null {
  const estimate = estimateCost(model, workload)
  if (!estimate) {
    const misfit = misfitWords(model, workload)
    return misfit === undefined ? null : `${misfitMark}: ${misfit}`
  }
  const { perMonth, perRequest, aboveInputTokens: threshold } = estimate
  return [
    `${costEstimateWords(perMonth)} per month, ${costEstimateWords(perRequest)} per request`,
    ...(threshold === undefined ? [] : [`Uses the price tier ${thresholdWords(threshold)}`]),
    workloadWords(workload),
    priceSourceWords(model),
  ].join(' · ')
}

interface RowHintsProps {
  table: RefObject<HTMLElement | null>
  /** The tooltip's text, by the row's position and the figure's `data-hint`. */
  textOf: (place: number, hint: string) => ReactNode
}

/**
 * One tooltip for all figures of a table: hundreds with listeners and state of their own would be rendered again with
 * every typed key. Shown on hover, focus and touch; Escape closes it.
 */
export function RowHints({ table, textOf }: RowHintsProps) {
  const id = useId()
  const [spot, setSpot] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const root = table.current
    const show = ({ target }: Event) => {
      const next = spotOf(target)
      if (next) setSpot(next)
    }
    const hide = ({ target }: Event) => setSpot((shown) => (shown === spotOf(target) ? null : shown))
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setSpot(null)
    for (const name of ['pointerover', 'focusin', 'click']) root?.addEventListener(name, show)
    for (const name of ['pointerout', 'focusout']) root?.addEventListener(name, hide)
    root?.addEventListener('keydown', onKey)
    return () => {
      for (const name of ['pointerover', 'focusin', 'click']) root?.removeEventListener(name, show)
      for (const name of ['pointerout', 'focusout']) root?.removeEventListener(name, hide)
      root?.removeEventListener('keydown', onKey)
    }
  }, [table])
  useLayoutEffect(() => {
    spot?.setAttribute('aria-describedby', id)
    return () => spot?.removeAttribute('aria-describedby')
  }, [spot, id])
  // A row that is scrolled out of view is removed with its figures, without an event.
  // oxlint-disable-next-line react/exhaustive-deps -- after every change of the table
  useLayoutEffect(() => {
    if (spot && !spot.isConnected) setSpot(null)
  })

  const place = Number(spot?.closest<HTMLElement>('[data-place]')?.dataset['place'])
  const text = textOf(place, spot?.dataset['hint'] ?? '')
  return spot && text !== null ? (
    <HintBubble id={id} beside={spot}>
      {text}
    </HintBubble>
  ) : null
}

function spotOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
}
