import type { ReactNode } from 'react'
import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { billOf } from '#app/models/bill.ts'
import { dayWords, daysAgoWords } from '#app/models/date-words.ts'
import { contextOf } from '#app/models/context-of.ts'
import { contextWords } from '#app/models/model-words.ts'
import { dollarsInBrief } from '#app/models/dollars-in-brief.ts'
import { releasedAt } from '#app/models/released-at.ts'
import type { Workload } from '#app/models/workload.ts'
import { unknownMark } from '#app/ui/format.ts'
import { otherPrices, type FigureName } from './figure-hints.ts'

interface FigureProps {
  model: Model
  tabIndex: number
}

/** The context length as people say it; the exact figure on hover and focus. */
export function ContextFigure({ model, tabIndex }: FigureProps) {
  return contextOf(model) === undefined ? unknownMark : spot('context', tabIndex, contextWords(model))
}

/** A price per 1M tokens; what exactly it is for, where it is from and of when, on hover and focus. */
export function PriceFigure({ model, metric, tabIndex }: FigureProps & { metric: PriceMetric }) {
  const rate = rateOf(model, metric)
  if (rate !== undefined) return spot(metric, tabIndex, rate === 0 ? 'Free' : dollarsInBrief(rate))
  return otherPrices(model) === '' ? unknownMark : spot(metric, tabIndex, unknownMark)
}

/** What the workload costs a month. */
export function MonthFigure({ model, workload, tabIndex }: FigureProps & { workload: Workload }) {
  const bill = billOf(model, workload)
  return bill ? spot('month', tabIndex, dollarsInBrief(bill.perMonth), 'font-medium') : unknownMark
}

/** How long ago a model came out; the day on hover and focus. */
export function AgeFigure({ model, now, tabIndex }: FigureProps & { now: number }) {
  const then = releasedAt(model)
  if (then === undefined) return unknownMark
  // Under its heading an age is `4 months`.
  return spot('age', tabIndex, then > now ? dayWords(then) : daysAgoWords(then, now).replace(/ ago$/u, ''))
}

/** A button, for only that is reached by keyboard and finger alike; what it says is the table's affair. */
function spot(name: FigureName, tabIndex: number, words: string, look = ''): ReactNode {
  return (
    <button type="button" data-hint={name} tabIndex={tabIndex} className={`rounded-sm text-inherit ${look}`}>
      {words}
    </button>
  )
}
