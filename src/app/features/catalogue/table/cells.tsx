import { type ReactNode, memo } from 'react'
import { capabilityIcons } from '#app/models/capability-icons.tsx'
import { estimateCost, misfitOf } from '#app/models/cost-estimate.ts'
import { dayWords, daysAgoWords, releasedAt } from '#app/models/dates.ts'
import { ModelLink } from '#app/models/model-link.tsx'
import { capabilityWords, contextOf, contextWords, shownCapabilities } from '#app/models/model-words.tsx'
import { dollarsInBrief, mainPriceOf, misfitMark, priceTiersOf, priceUnits } from '#app/models/price-words.ts'
import type { Workload } from '#app/models/workload.ts'
import { formatSize, unknownMark } from '#app/ui/format.ts'
import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { type FigureName, capabilityList } from './row-hints.tsx'

interface FigureProps {
  model: Model
  tabIndex: number
}

/** The name of a model as a link, with its id. */
export function NameCell({ model: { id, name }, isDense }: { model: Model; isDense: boolean }) {
  return (
    <span className={isDense ? 'flex min-w-0 items-baseline gap-2.5' : 'grid min-w-0'}>
      <ModelLink
        id={id}
        title={name}
        className={`truncate rounded-sm font-semibold hover:underline ${isDense ? 'max-w-full shrink-0' : ''}`}
      >
        {name}
      </ModelLink>
      <span dir="auto" title={id} className="min-w-0 truncate font-mono text-xs text-text-muted">
        {id}
      </span>
    </span>
  )
}

/** What a model can do, as icons in a fixed order, or a dash if unknown; in words on hover and focus. */
export function CapabilityFigure({ model, tabIndex }: FigureProps) {
  const list = capabilityList(model)
  return list === '' ? unknownMark : <CapabilityIcons list={list} tabIndex={tabIndex} />
}

interface CapabilityIconsProps {
  /** As `capabilityList` returns it: a string, so that models with the same capabilities share a memoized element. */
  list: string
  tabIndex: number
}

const CapabilityIcons = memo(function CapabilityIcons({ list, tabIndex }: CapabilityIconsProps) {
  const words = list.split(', ')
  return (
    <button
      type="button"
      data-hint="can"
      tabIndex={tabIndex}
      className="inline-flex gap-1.5 rounded-sm align-middle text-text-muted"
    >
      {shownCapabilities.filter((each) => words.includes(capabilityWords[each])).map((each) => capabilityIcons[each])}
      <span className="sr-only">{list}</span>
    </button>
  )
})

/** The context length as people say it; the exact figure on hover and focus. */
export function ContextFigure({ model, tabIndex }: FigureProps) {
  return contextOf(model) === undefined ? unknownMark : spot('context', tabIndex, contextWords(model))
}

interface PriceFigureProps extends FigureProps {
  metric: PriceMetric
  isRange?: boolean
}

/**
 * A price per 1M tokens, with that of the highest tier on a second line, or as a range; all tiers, the source and its date
 * on hover and focus.
 */
export function PriceFigure({ model, metric, tabIndex, isRange = false }: PriceFigureProps) {
  const rate = rateOf(model, metric)
  if (rate === undefined) return unknownMark
  const tier = priceTiersOf(model, metric).at(-1)
  if (tier && isRange) return spot(metric, tabIndex, `${priceInBrief(rate)}–${priceInBrief(tier.price)}`)
  const second = tier && (
    <>
      {priceInBrief(tier.price)} {above(tier.aboveInputTokens)}
    </>
  )
  return spot(metric, tabIndex, priceInBrief(rate), { second })
}

interface UnitPriceFigureProps extends FigureProps {
  /** The metric that the heading names, whose unit needs no words. */
  metric?: PriceMetric | null
  isInline?: boolean
}

/** The price of a model in the unit that it is sold by: `$0.04`, and `per image` below or beside it. */
export function UnitPriceFigure({ model, tabIndex, metric = null, isInline = false }: UnitPriceFigureProps) {
  const main = mainPriceOf(model)
  if (!main) return unknownMark
  const { per } = priceUnits[main.metric]
  const price = priceInBrief(main.price)
  if (main.metric === metric) return spot('price', tabIndex, price)
  return isInline ? spot('price', tabIndex, `${price} ${per}`) : spot('price', tabIndex, price, { second: per })
}

interface CostFigureProps extends FigureProps {
  per: 'request' | 'month'
  workload: Workload
  /** Without the threshold. */
  isBrief?: boolean
}

/** What the workload costs, or why it has no cost here; above a price threshold, with that threshold on a second line. */
export function CostFigure({ model, per, workload, tabIndex, isBrief = false }: CostFigureProps) {
  const estimate = estimateCost(model, workload)
  if (estimate) {
    const { aboveInputTokens: threshold } = estimate
    const second = threshold !== undefined && !isBrief && above(threshold)
    return spot(per, tabIndex, dollarsInBrief(per === 'month' ? estimate.perMonth : estimate.perRequest), {
      look: 'font-medium',
      second,
    })
  }
  return misfitOf(model, workload)
    ? spot(per, tabIndex, misfitMark, { look: 'text-xs text-text-muted whitespace-nowrap' })
    : unknownMark
}

/** A threshold in a narrow column: `>200K`, read out as “above 200K”. */
function above(threshold: number): ReactNode {
  return (
    <>
      <span aria-hidden>&gt;</span>
      <span className="sr-only">above </span>
      {formatSize(threshold)}
    </>
  )
}

function priceInBrief(price: number): string {
  return price === 0 ? 'Free' : dollarsInBrief(price)
}

/** How long ago a model came out; the day on hover and focus. */
export function AgeFigure({ model, now, tabIndex }: FigureProps & { now: number }) {
  const then = releasedAt(model)
  if (then === undefined) return unknownMark
  return spot('age', tabIndex, then > now ? dayWords(then) : ageInBrief(daysAgoWords(then, now)))
}

/** An age for a narrow column: `4 mo` for `4 months ago`. */
function ageInBrief(words: string): string {
  return words
    .replace(/ ago$/u, '')
    .replace(/ months?$/u, ' mo')
    .replace(/ years?$/u, ' yr')
}

/** A button, since only that is reached by keyboard and touch; the table shows its hint. */
function spot(
  name: FigureName,
  tabIndex: number,
  words: string,
  { look = '', second }: { look?: string; second?: ReactNode } = {},
): ReactNode {
  const hasSecond = second !== undefined && second !== false
  return (
    <button
      type="button"
      data-hint={name}
      tabIndex={tabIndex}
      className={`rounded-sm text-inherit ${hasSecond ? 'text-end leading-4' : ''} ${look}`}
    >
      {words}
      {/* The space separates the two for screen readers. */}
      {hasSecond && (
        <span className="block text-xs leading-4 font-normal whitespace-nowrap text-text-muted"> {second}</span>
      )}
    </button>
  )
}
