import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { liveQuery } from 'dexie'
import { FlaskConical, Plus, Trash2, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type StoredExperiment,
  addExperiment,
  deleteExperiment,
  listExperiments,
} from '#app/data/experiments/experiments-db.ts'
import { newId } from '#app/data/message.ts'
import { agoWords } from '#app/models/dates.ts'
import { usePageTitle } from '#app/models/page-title.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { counted } from '#app/ui/format.ts'
import { emptyDefinition } from '#experiments/definition.ts'
import { ImportExperiment } from './import-experiment.tsx'
import { closeSession } from './experiment-session.ts'

/** All experiments of this browser. */
export function ExperimentsPage() {
  usePageTitle('Experiments')
  const navigate = useNavigate()
  const [list, setList] = useState<{ experiments: StoredExperiment[]; at: number }>()
  const [problem, setProblem] = useState(false)
  const [isImporting, setImporting] = useState(false)
  // A link holds the experiment in its fragment, which browsers don't send to the server.
  const payload = useLocation({ select: ({ hash }) => /^#?e=(?<payload>.*)$/su.exec(hash)?.groups?.['payload'] })
  const [deleted, setDeleted] = useState<{ name: string; restore: () => Promise<void> }>()
  useEffect(() => {
    const subscription = liveQuery(() => listExperiments()).subscribe({
      next: (experiments) => setList({ experiments, at: Date.now() }),
      error: () => setProblem(true),
    })
    return () => subscription.unsubscribe()
  }, [])
  const create = async () => {
    try {
      const id = await addExperiment(emptyDefinition(newId))
      await navigate({ to: '/experiments/$id', params: { id } })
    } catch {
      setProblem(true)
    }
  }
  return (
    <>
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 md:px-5">
        <h1 className="font-semibold">Experiments</h1>
        <Button className="ml-auto" onClick={() => setImporting(true)}>
          <Upload aria-hidden size={14} />
          Import
        </Button>
        <Button variant="primary" onClick={() => void create()}>
          <Plus aria-hidden size={14} />
          New experiment
        </Button>
      </header>
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto p-4 md:p-5">
        {problem && (
          <Notice tone="danger">
            This browser’s storage can’t be used. Allow this site to store data, then reload the page.
          </Notice>
        )}
        {deleted && (
          <Notice
            tone="info"
            actions={
              <Button
                size="small"
                onClick={() => {
                  setDeleted(undefined)
                  void deleted.restore()
                }}
              >
                Restore
              </Button>
            }
          >
            “{deleted.name}” was deleted.
          </Notice>
        )}
        {list?.experiments.length === 0 && (
          <div className="grid max-w-[60ch] gap-1.5 pt-[6vh]">
            <h2 className="text-lg font-semibold text-balance">Test a prompt on many cases and models</h2>
            <p className="text-md text-text-muted">
              Write a prompt with variables, give it a table of cases, choose the models to compare, and state what
              replies must meet. Everything runs in this browser and is kept here.
            </p>
          </div>
        )}
        {list !== undefined && list.experiments.length > 0 && (
          <ul aria-label="Experiments" className="grid max-w-4xl divide-y divide-line rounded-lg border border-line">
            {list.experiments.map(({ id, definition, updatedAt, run }) => (
              <li key={id} className="flex items-center gap-3 px-3 py-2.5">
                <FlaskConical aria-hidden size={16} className="shrink-0 text-text-muted" />
                <div className="mr-auto grid min-w-0">
                  <Link
                    to="/experiments/$id"
                    params={{ id }}
                    preload="intent"
                    className="truncate font-medium hover:underline"
                  >
                    <bdi>{definition.name || 'Untitled experiment'}</bdi>
                  </Link>
                  <span className="truncate text-xs text-text-muted tabular-nums">
                    {counted(definition.variants.length, 'variant')}, {counted(definition.cases.length, 'case')}
                    {run?.hasEnded === false && ', unfinished'}, changed {agoWords(updatedAt, list.at)}
                  </span>
                </div>
                <Button
                  variant="quiet"
                  aria-label={`Delete ${definition.name || 'Untitled experiment'}`}
                  onClick={() => {
                    closeSession(id)
                    void deleteExperiment(id).then((restore) =>
                      setDeleted({ name: definition.name || 'Untitled experiment', restore }),
                    )
                  }}
                >
                  <Trash2 aria-hidden size={16} />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {(isImporting || payload !== undefined) && (
        <ImportExperiment
          key={payload}
          payload={payload}
          onClose={() => {
            setImporting(false)
            if (payload !== undefined) void navigate({ to: '/experiments', replace: true })
          }}
          onImported={(id) => void navigate({ to: '/experiments/$id', params: { id }, replace: payload !== undefined })}
        />
      )}
    </>
  )
}
