import { dayWords } from '#app/models/dates.ts'
import { formatCount, formatDecimal, formatDollars, formatSeconds, formatSize, unknownMark } from '#app/ui/format.ts'
import type { UsageColumn, UsageRow } from '#contract/usage.ts'

/** A figure of the table. */
interface Figure {
  heading: string
  /** The rest of its accessible name. */
  unit?: string
  /** The width of its column as a multiple of the usual one. */
  width?: number
  /** What the heading doesn't say. */
  title: string
  /** Null is unknown. */
  value: (row: UsageRow) => number | null
  words: (value: number) => string
}

const milliseconds = (value: number) => formatSeconds(value / 1000)

/** The figures, in the order of their columns. */
export const figures = {
  requests: {
    heading: 'Requests',
    title: 'Requests that reached a model',
    value: ({ requests }) => requests,
    words: countWords,
  },
  failed: {
    heading: 'Failed',
    width: 0.75,
    title: 'Failed requests, included in Requests',
    value: ({ failed_requests: failed }) => failed,
    words: countWords,
  },
  input: {
    heading: 'Input',
    unit: 'tokens',
    width: 1.25,
    title: 'Input tokens, including cached tokens',
    value: ({ input_tokens: input }) => input,
    words: countWords,
  },
  cached: {
    heading: 'Cached',
    unit: 'tokens',
    width: 1.25,
    title: 'Cached input tokens, included in Input',
    value: ({ cached_tokens: cached }) => cached,
    words: countWords,
  },
  output: {
    heading: 'Output',
    unit: 'tokens',
    title: 'Output tokens, including reasoning',
    value: ({ output_tokens: output }) => output,
    words: countWords,
  },
  reasoning: {
    heading: 'Reasoning',
    unit: 'tokens',
    title: 'Reasoning tokens, included in Output',
    value: ({ reasoning_tokens: reasoning }) => reasoning,
    words: countWords,
  },
  cost: {
    heading: 'Cost',
    title: 'US dollars, at the price when the call was made. Calls without a known price count as $0.',
    value: ({ cost }) => cost,
    words: costWords,
  },
  first: {
    heading: 'First token',
    title: 'Average time to first token of streamed replies',
    value: ({ first_token_ms: first }) => first,
    words: milliseconds,
  },
  total: {
    heading: 'Total time',
    title: 'Average time until the end of the reply',
    value: ({ total_ms: total }) => total,
    words: milliseconds,
  },
} satisfies Record<string, Figure>
export type FigureName = keyof typeof figures

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys doesn't know them
export const figureNames = Object.keys(figures) as readonly FigureName[]

export const labelHeadings: Record<UsageColumn, string> = { day: 'Day', model: 'Model', key: 'Key' }

export type ColumnName = UsageColumn | FigureName
export const columnNames: readonly ColumnName[] = ['day', 'model', 'key', ...figureNames]

export function isFigureName(name: ColumnName): name is FigureName {
  return Object.hasOwn(figures, name)
}

/** A figure as text. */
export function figureWords(row: UsageRow, name: FigureName): string {
  const { value, words }: Figure = figures[name]
  const figure = value(row)
  return figure === null ? unknownMark : words(figure)
}

/** The unit that completes a heading, for screen readers. */
export function unitOf(name: FigureName): string {
  const { unit = '' }: Figure = figures[name]
  return unit
}

/** The width of a figure's column as a multiple of the usual one. */
export function widthOf(name: FigureName): number {
  const { width = 1 }: Figure = figures[name]
  return width
}

/** The label of a row in a column that it is grouped by. */
export function labelWords(row: UsageRow, column: UsageColumn): string {
  const label = row[column] ?? ''
  return column === 'day' ? dayWords(label) : label
}

/** Four decimals as long as they fit, so that a column lines up: `$0.0261`, `$20.9134`, `$1,250.00`. */
export function costWords(dollars: number): string {
  if (dollars === 0 || dollars < 0.00005) return formatDollars(dollars)
  const digits = dollars < 100 ? 4 : 2
  return `$${formatDecimal(dollars, digits, digits)}`
}

/** In full as long as it fits its column: `9,999,999`, `12.3M`. */
export function countWords(value: number): string {
  return value < 10_000_000 ? formatCount(value) : formatSize(value)
}

/** The exact count, where the column shows a rounded one. */
export function exactWords(row: UsageRow, name: FigureName): string | undefined {
  const { value, words }: Figure = figures[name]
  const figure = value(row)
  return words === countWords && figure !== null && figure >= 10_000_000 ? formatCount(figure) : undefined
}
