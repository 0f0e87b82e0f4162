import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus, Upload, X } from 'lucide-react'
import { useRef } from 'react'
import { newId } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { counted } from '#app/ui/format.ts'
import { type Definition, type TestCase, experimentLimits, variablesOf } from '#experiments/definition.ts'
import { Section, TextArea } from './section.tsx'
import type { EditDefinition } from '#app/features/experiments/experiment-page.tsx'

/** In pixels; measured once a row is drawn. */
const usualRow = 41

/** The columns of the table of cases: all variables, and what cases have besides. */
function columnsOf(definition: Definition): string[] {
  const names = new Set(variablesOf(definition))
  // The first cases show which further columns an import brought.
  for (const { values } of definition.cases.slice(0, 100)) for (const name of Object.keys(values)) names.add(name)
  return [...names]
}

interface CasesSectionProps {
  definition: Definition
  edit: EditDefinition
  onImport: () => void
}

/** The table of cases. Only the rows in view are drawn. */
export function CasesSection({ definition, edit, onImport }: CasesSectionProps) {
  const { cases } = definition
  const columns = columnsOf(definition)
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing of it goes to a memoised component
  const rows = useVirtualizer({
    count: cases.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualRow,
    getItemKey: (at) => cases[at]?.id ?? at,
    overscan: 5,
  })
  const items = rows.getVirtualItems()
  const add = () => {
    edit((before) => ({ ...before, cases: [...before.cases, { id: newId(), values: {}, assertions: [], note: '' }] }))
    requestAnimationFrame(() => rows.scrollToIndex(cases.length))
  }
  // Each row is a grid of its own, so the columns line up only if no content widens them.
  const template = {
    gridTemplateColumns: `2.5rem repeat(${columns.length + 1}, minmax(0, 1fr)) 2rem`,
    minWidth: `${4.5 + (columns.length + 1) * 9}rem`,
  }
  return (
    <Section
      name="Cases"
      aside={counted(cases.length, 'case')}
      actions={
        <>
          <Button size="small" onClick={onImport}>
            <Upload aria-hidden size={14} />
            Import
          </Button>
          <Button size="small" disabled={cases.length >= experimentLimits.cases} onClick={add}>
            <Plus aria-hidden size={14} />
            Add case
          </Button>
        </>
      }
    >
      <div
        ref={scroller}
        role="table"
        aria-label="Cases"
        aria-rowcount={cases.length + 1}
        className="rim max-h-96 overflow-auto rounded-lg"
      >
        <div role="row" style={template} className="sticky top-0 z-1 grid border-b border-line bg-surface-raised">
          {['', ...columns, 'expected', ''].map((name, at) => (
            // Columns have no other identity than their place.
            <div key={at} role="columnheader" className="truncate px-2.5 py-1.5 text-xs font-medium text-text-muted">
              {name === '' ? <span className="sr-only">{at === 0 ? 'Number' : 'Actions'}</span> : name}
            </div>
          ))}
        </div>
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize(), minWidth: template.minWidth }}>
          {items.map(({ index, key, start }) => {
            const testCase = cases[index]
            if (!testCase) return null
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                className="absolute inset-x-0 top-0 grid items-stretch border-b border-line"
                style={{ ...template, transform: `translateY(${start}px)` }}
              >
                <CaseFields testCase={testCase} number={index + 1} columns={columns} edit={edit} />
              </div>
            )
          })}
        </div>
      </div>
    </Section>
  )
}

interface CaseFieldsProps {
  testCase: TestCase
  number: number
  columns: readonly string[]
  edit: EditDefinition
}

function CaseFields({ testCase, number, columns, edit }: CaseFieldsProps) {
  const change = (next: (before: TestCase) => TestCase, subject: string) =>
    edit(
      (before) => ({ ...before, cases: before.cases.map((each) => (each.id === testCase.id ? next(each) : each)) }),
      `${testCase.id} ${subject}`,
    )
  return (
    <>
      <div role="rowheader" className="px-2 py-2.5 text-xs text-text-muted tabular-nums">
        {number}
      </div>
      {columns.map((name) => (
        <div key={name} role="cell" className="border-l border-line">
          <TextArea
            isInTable
            label={`${name} of case ${number}`}
            value={testCase.values[name] ?? ''}
            onChange={(text) => change((before) => ({ ...before, values: { ...before.values, [name]: text } }), name)}
          />
        </div>
      ))}
      <div role="cell" className="border-l border-line">
        <TextArea
          isInTable
          label={`Expected of case ${number}`}
          value={testCase.expected ?? ''}
          onChange={(text) =>
            change(
              ({ expected: _expected, ...before }) => (text === '' ? before : { ...before, expected: text }),
              'expected',
            )
          }
        />
      </div>
      <div role="cell" className="p-1">
        <Button
          variant="quiet"
          size="small"
          aria-label={`Remove case ${number}`}
          onClick={() => edit((before) => ({ ...before, cases: before.cases.filter(({ id }) => id !== testCase.id) }))}
        >
          <X aria-hidden size={14} />
        </Button>
      </div>
    </>
  )
}
