import { useId, useRef, useState } from 'react'
import { newId } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { counted } from '#app/ui/format.ts'
import type { TestCase } from '#experiments/definition.ts'
import { type ImportedCases, readCases } from '#experiments/import/case-table.ts'
import { pauseForPage } from '#app/features/experiments/plan-cells.ts'

interface ImportCasesProps {
  onClose: () => void
  onCases: (cases: TestCase[]) => void
}

/** How many rows the preview shows. */
const previewed = 5

/** Imports cases from a file or from pasted cells. Shows them first, and what can't be taken over. */
export function ImportCases({ onClose, onCases }: ImportCasesProps) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<ImportedCases | { problem: string }>()
  const latest = useRef(0)
  const id = useId()
  const receive = async (content: string, fileName?: string) => {
    latest.current += 1
    const own = latest.current
    const outcome = content.trim() === '' ? undefined : await readCases(content, fileName, pauseForPage)
    if (own === latest.current) setRead(outcome)
  }
  const found = read && !('problem' in read) ? read : undefined
  return (
    <Dialog title="Import cases" width={720} onClose={onClose}>
      <div className="grid gap-4">
        <Field htmlFor={`${id}-file`} label="File" aside="CSV, TSV, JSON or JSONL">
          <input
            id={`${id}-file`}
            type="file"
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,text/plain,application/json"
            className={fieldClass}
            onChange={({ currentTarget: { files } }) => {
              const file = files?.[0]
              if (!file) return
              setText('')
              void file.text().then(
                (content) => receive(content, file.name),
                () => setRead({ problem: 'The file can’t be read. Choose it again.' }),
              )
            }}
          />
        </Field>
        <Field htmlFor={`${id}-cells`} label="Or paste cells" aside="With a heading for each column">
          <textarea
            id={`${id}-cells`}
            rows={4}
            value={text}
            onChange={({ target: { value } }) => {
              setText(value)
              void receive(value)
            }}
            className={`${fieldClass} max-h-48 resize-none font-mono text-xs`}
          />
        </Field>
        {read && 'problem' in read && <Notice tone="danger">{read.problem}</Notice>}
        {found && <Preview found={found} />}
        <div className="flex gap-2">
          <Button
            variant="primary"
            disabled={!found || found.cases.length === 0}
            onClick={() => {
              if (!found) return
              const batch = newId()
              onCases(
                found.cases.map((each, at) => ({
                  ...each,
                  id: `${batch}-${at + 1}`,
                  assertions: [],
                  note: each.note ?? '',
                })),
              )
              onClose()
            }}
          >
            Import
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  )
}

function Preview({ found: { columns, cases, skipped } }: { found: ImportedCases }) {
  const hasExpected = cases.some(({ expected }) => expected !== undefined)
  return (
    <div className="grid gap-2">
      <p role="status">{counted(cases.length, 'case')} found.</p>
      <div role="region" aria-label="Preview" tabIndex={0} className="rim overflow-x-auto rounded-md">
        <table className="w-full min-w-max text-left text-xs">
          <thead>
            <tr className="border-b border-line text-text-muted">
              {[...columns, ...(hasExpected ? ['expected'] : [])].map((name) => (
                <th key={name} scope="col" className="max-w-60 truncate px-2 py-1.5 font-medium">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cases.slice(0, previewed).map(({ values, expected }, at) => (
              <tr key={at} className="border-b border-line last:border-0">
                {columns.map((name) => (
                  <td key={name} className="max-w-60 truncate px-2 py-1.5">
                    <bdi>{values[name] ?? ''}</bdi>
                  </td>
                ))}
                {hasExpected && <td className="max-w-60 truncate px-2 py-1.5">{expected ?? ''}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {skipped.length > 0 && (
        <Notice tone="warning">
          <ul className="grid gap-1">
            {skipped.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
