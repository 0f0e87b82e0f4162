/** Every column of the catalogue, in the order in which they stand. */
export const columnNames = [
  'name',
  'author',
  'type',
  'can',
  'context',
  'input',
  'output',
  'cached',
  'month',
  'status',
  'visibility',
  'age',
] as const
export type ColumnName = (typeof columnNames)[number]

/** How a column looks and behaves. */
interface Column {
  heading: string
  /** What a chooser or a list of orders calls it, where the heading is too short for that. */
  words: string
  /** In rem. The name takes what is left besides. */
  width: number
  /** Figures stand at the right, so that their digits line up. */
  isFigure: boolean
  /** Which way the first press on its heading sorts. */
  firstDescending: boolean
}

function column(heading: string, width: number, more: Partial<Column> = {}): Column {
  return { heading, words: heading, width, isFigure: false, firstDescending: false, ...more }
}

const figure = { isFigure: true }

/** Each column by its name in the address. */
export const columns: Record<ColumnName, Column> = {
  name: column('Name', 13),
  author: column('Maker', 8),
  type: column('Type', 7.75),
  can: column('Can do', 7.25, { firstDescending: true }),
  context: column('Context', 4.25, { ...figure, words: 'Context length', firstDescending: true }),
  input: column('Input / 1M', 5.5, { ...figure, words: 'Input price' }),
  output: column('Output / 1M', 6, { ...figure, words: 'Output price' }),
  cached: column('Cached / 1M', 6.25, { ...figure, words: 'Cached input price' }),
  month: column('A month', 5.5, { ...figure, words: 'Cost a month' }),
  status: column('Status', 5.5),
  visibility: column('Visibility', 5.5),
  age: column('Age', 5.5),
}

/** What is shown where nobody chose. */
export const firstColumns: readonly ColumnName[] = [
  'name',
  'can',
  'context',
  'input',
  'output',
  'month',
  'status',
  'age',
]

/** Whether a text names a column. */
export function isColumnName(text: string): text is ColumnName {
  return Object.hasOwn(columns, text)
}

/** Room for what one can do with a model, in rem. */
const actionsWidth = 6.5

/** Room at the right edge, in rem. */
const edge = 0.75

/** The places of the columns, as in `grid-template-columns`, and how narrow a row can be, in rem. */
export function layoutOf(names: readonly ColumnName[]): { template: string; narrowest: number } {
  const widths = names.map((name) =>
    name === 'name' ? `minmax(${columns.name.width}rem, 1fr)` : `${columns[name].width}rem`,
  )
  return {
    template: [...widths, `${actionsWidth}rem`].join(' '),
    narrowest: names.reduce((sum, name) => sum + columns[name].width, actionsWidth + edge),
  }
}
