import { Link } from '@tanstack/react-router'
import type { Model } from '#contract/model.ts'
import { mostPanes } from '#app/data/setup.ts'
import { writeIds } from '#app/models/compare-path.ts'
import { csvOf, markdownOf, type TextTable } from '#app/models/tables-as-text.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import type { CompareCell, CompareRow } from './compare-rows.ts'

/** What one does with a comparison: try its models, or take it along. */
export function CompareActions({ models, rows }: { models: readonly Model[]; rows: readonly CompareRow[] }) {
  const talking = models.filter((model) => model.model_type === 'text_generation')
  const tried = talking.slice(0, mostPanes)
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      <CopyButton name="Copy as Markdown" label="Copy as Markdown" text={() => markdownOf(asTable('text'))} />
      <CopyButton name="Copy as CSV" label="Copy as CSV" text={() => csvOf(asTable('value'))} />
      {tried.length > 0 && (
        <Link
          to="/"
          search={{ models: writeIds(tried.map(({ id }) => id)) }}
          className={buttonClass({ variant: 'primary' })}
        >
          {tried.length === talking.length
            ? 'Try all in the playground'
            : `Try the first ${mostPanes} in the playground`}
        </Link>
      )}
    </div>
  )

  function asTable(kind: 'text' | 'value'): TextTable {
    return [
      ['Field', ...models.map(({ name }) => name)],
      ['Id', ...models.map(({ id }) => id)],
      ...rows.map(({ name, cells }) => [name, ...cells.map((cell) => (kind === 'text' ? withNote(cell) : cell.value))]),
    ]
  }
}

function withNote({ text, note }: CompareCell): string {
  return note === undefined ? text : `${text} (${note})`
}
