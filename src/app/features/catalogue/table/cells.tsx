import { type ReactNode, memo } from 'react'
import { isCallable, contextOf } from '#app/models/text-models.ts'
import { CapabilitySlots } from '#app/models/capability-icons.tsx'
import { estimateCost, misfitOf } from '#app/models/cost-estimate.ts'
import { dayWords, daysAgoWords, releasedAt } from '#app/models/dates.ts'
import { ModelLink } from '#app/models/model-link.tsx'
import { capabilityWords, contextWords, statusWords, typeName } from '#app/models/model-words.tsx'
import { dollarsInBrief, mainPriceOf, misfitMark, priceTiersOf, priceUnits } from '#app/models/price-words.ts'
import type { Workload } from '#app/models/workload.ts'
import { formatCount, formatShare, formatSize, unknownMark } from '#app/ui/format.ts'
import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { type FigureName, capabilityList } from './row-hints.tsx'

interface FigureProps {
  model: Model
}

/** A dot for a model that can be called. A border, since a background is gone in forced colours. */
export function ConnectedDot({ className = '' }: { className?: string }) {
  return (
    <span title="Connected" className={`size-2 rounded-full border-4 border-success ${className}`}>
      <span className="sr-only">Connected</span>
    </span>
  )
}

/** What is unusual about a model that most are not: deprecated by its maker, or still loading. */
export function statusNote({ status, deprecated }: Pick<Model, 'status' | 'deprecated'>): string | undefined {
  if (deprecated === true) return 'Deprecated'
  return status === 'pending' ? statusWords.pending.text : undefined
}

/** A model's status in words; nothing for the many that no provider here serves. */
export function StatusCell({ model }: { model: Model }) {
  const words = [isCallable(model) ? 'Connected' : undefined, statusNote(model)].filter((each) => each !== undefined)
  return words.join(', ')
}

/** The name of a model as a link, with its id and a dot if it can be called. */
export function NameCell({ model, isDense }: { model: Model; isDense: boolean }) {
  const { id, name } = model
  const note = statusNote(model)
  return (
    <span className={`relative min-w-0 ${isDense ? 'flex items-baseline gap-2.5' : 'grid'}`}>
      {isCallable(model) && <ConnectedDot className="absolute top-1.5 -left-5" />}
      {/* The padding leaves room for the outline of a focused link. */}
      <span className={`-m-1 p-1 ${isDense ? 'max-w-full shrink-0 truncate' : 'max-h-11 overflow-hidden leading-4.5'}`}>
        <ModelLink id={id} title={name} className="rounded-sm font-semibold wrap-anywhere hover:underline">
          {name}
        </ModelLink>
        {note !== undefined && <span className="ml-2 text-xs text-text-muted">{note}</span>}
      </span>
      <span dir="auto" title={id} className="min-w-0 truncate font-mono text-xs leading-4 text-text-muted">
        {id}
      </span>
    </span>
  )
}

/**
 * What a chat model can do, as icons in fixed slots, or a dash if unknown; in words on hover and focus. Other models have
 * none of these capabilities, so their type stands there.
 */
export function CapabilityFigure({ model }: FigureProps) {
  const list = capabilityList(model)
  if (model.model_type !== 'text_generation') {
    return (
      <span className="block truncate text-xs leading-4 text-text-muted">
        {typeName(model.model_type)}
        {/* The space separates the two for screen readers. */}
        {list !== '' && <span className="block truncate"> {list}</span>}
      </span>
    )
  }
  return list === '' ? unknownMark : <CapabilityIcons list={list} />
}

// `list` is a string, so that models with the same capabilities share a memoized element.
const CapabilityIcons = memo(function CapabilityIcons({ list }: { list: string }) {
  const words = list.split(', ')
  return (
    <button type="button" data-hint="can" tabIndex={-1} className="block rounded-sm">
      <CapabilitySlots has={(each) => words.includes(capabilityWords[each])} />
      <span className="sr-only">{list}</span>
    </button>
  )
})

/**
 * The context length, rounded; the exact figure on hover and focus. The second line has the threshold of the higher prices
 * on the second line of the next columns.
 */
export function ContextFigure({ model, isBrief = false }: FigureProps & { isBrief?: boolean }) {
  if (contextOf(model) === undefined) return unknownMark
  const tier = isBrief ? undefined : priceTiersOf(model, 'input_tokens').at(-1)
  return spot('context', contextWords(model), { second: tier && `over ${formatSize(tier.aboveInputTokens)}` })
}

interface PriceFigureProps extends FigureProps {
  metric: PriceMetric
  isRange?: boolean
}

/**
 * A price per 1M tokens, with that of the highest tier on a second line, or as a range; all tiers, the source and its date
 * on hover and focus.
 */
export function PriceFigure({ model, metric, isRange = false }: PriceFigureProps) {
  const rate = rateOf(model, metric)
  if (rate === undefined) return unknownMark
  const tier = priceTiersOf(model, metric).at(-1)
  if (tier && isRange) return spot(metric, `${priceInBrief(rate)}–${priceInBrief(tier.price)}`)
  const second = tier && (
    <>
      {priceInBrief(tier.price)}
      <span className="sr-only"> above {formatSize(tier.aboveInputTokens)}</span>
    </>
  )
  return spot(metric, priceInBrief(rate), { second })
}

interface UnitPriceFigureProps extends FigureProps {
  /** The metric that the heading names, whose unit needs no words. */
  metric?: PriceMetric | null
  isInline?: boolean
}

/** The price of a model in the unit that it is sold by: `$0.04`, and `per image` below or beside it. */
export function UnitPriceFigure({ model, metric = null, isInline = false }: UnitPriceFigureProps) {
  const main = mainPriceOf(model)
  if (!main) return unknownMark
  const { per } = priceUnits[main.metric]
  const price = priceInBrief(main.price)
  if (main.metric === metric) return spot('price', price)
  return isInline ? spot('price', `${price} ${per}`) : spot('price', price, { second: per })
}

/** How a model did in an experiment: `83.3 % of 12` cases. */
export function PassFigure({ of }: { of: { passRate: number; n: number } | undefined }) {
  if (!of) return unknownMark
  return (
    <span title={of.n === 1 ? '1 case' : `${formatCount(of.n)} cases`}>
      {formatShare(of.passRate)} <span className="text-xs text-text-muted">of {formatCount(of.n)}</span>
    </span>
  )
}

interface CostFigureProps extends FigureProps {
  per: 'request' | 'month'
  workload: Workload
  /** Without the threshold. */
  isBrief?: boolean
}

/** What the workload costs, or why it has no cost here; above a price threshold, with that threshold on a second line. */
export function CostFigure({ model, per, workload, isBrief = false }: CostFigureProps) {
  const estimate = estimateCost(model, workload)
  if (estimate) {
    const { aboveInputTokens: threshold } = estimate
    const second = threshold !== undefined && !isBrief && above(threshold)
    return spot(per, dollarsInBrief(per === 'month' ? estimate.perMonth : estimate.perRequest), {
      look: 'font-medium',
      second,
    })
  }
  return misfitOf(model, workload)
    ? spot(per, misfitMark, { look: 'text-xs text-text-muted whitespace-nowrap' })
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
export function AgeFigure({ model, now }: FigureProps & { now: number }) {
  const then = releasedAt(model)
  if (then === undefined) return unknownMark
  return spot('age', then > now ? dayWords(then) : ageInBrief(daysAgoWords(then, now)))
}

/** An age for a narrow column: `4 mo` for `4 months ago`. */
function ageInBrief(words: string): string {
  return words
    .replace(/ ago$/u, '')
    .replace(/ months?$/u, ' mo')
    .replace(/ years?$/u, ' yr')
}

/** A button, since only that is reached by arrow keys and touch; the table shows its hint. */
function spot(
  name: FigureName,
  words: string,
  { look = '', second }: { look?: string; second?: ReactNode } = {},
): ReactNode {
  const hasSecond = second !== undefined && second !== false
  return (
    <button
      type="button"
      data-hint={name}
      tabIndex={-1}
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
