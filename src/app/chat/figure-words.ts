import { formatCount, formatDollars, formatSeconds, unknownMark } from '#app/ui/format.ts'
import type { Figure } from './figure.ts'

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
export const costWords = (figure: Figure | null) =>
  figureWords(figure, (dollars) => (dollars === 0 ? 'Free' : formatDollars(Number(dollars.toPrecision(3)))))
