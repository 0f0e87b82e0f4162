import { formatCount, formatDollars, formatSeconds, formatSize, unknownMark } from '#app/ui/format.ts'
import type { CostFigure, Figure } from './reply-figures.ts'

/** A figure as it is read: `≈` before an estimate, a dash where it is unknown. */
function figureWords(figure: Figure | null, format: (value: number) => string): string {
  if (figure === null) return unknownMark
  return `${figure.estimated ? '≈ ' : ''}${format(figure.value)}`
}

export const secondsWords = (figure: Figure | null) => figureWords(figure, formatSeconds)
export const countWords = (figure: Figure | null) => figureWords(figure, formatCount)
/** Tokens per second, without the unit: whole ones, and tenths where there are few. */
export const speedWords = (figure: Figure | null) =>
  figureWords(figure, (rate) => formatCount(rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate)))
/** A cost, with the threshold of input tokens where its higher rates apply: `$0.76 (above 200K input)`. */
export const costWords = (figure: CostFigure | null) => {
  const words = figureWords(figure, (dollars) =>
    dollars === 0 ? 'Free' : formatDollars(Number(dollars.toPrecision(3))),
  )
  return figure?.aboveInputTokens === undefined
    ? words
    : `${words} (above ${formatSize(figure.aboveInputTokens)} input)`
}
