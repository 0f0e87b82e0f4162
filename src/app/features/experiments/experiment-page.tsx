import { Link, useNavigate } from '@tanstack/react-router'
import { EyeOff, FileText, Redo2, Share2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { usePageTitle } from '#app/models/page-title.ts'
import { Button } from '#app/ui/button.tsx'
import type { Definition } from '#experiments/definition.ts'
import { AssertionsSection } from './setup/assertions-section.tsx'
import { CasesSection } from './setup/cases-section.tsx'
import type { ExperimentSession } from './experiment-session.ts'
import { ImportCases } from './setup/import-cases.tsx'
import { PromptSection } from './setup/prompt-section.tsx'
import { JudgeSection } from './judge/judge-section.tsx'
import { BlindReview } from './results/blind-review.tsx'
import { ResultsSection } from './results/results-section.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ShareExperiment } from './share-experiment.tsx'
import { RunSection } from './run-section.tsx'
import { VariantsSection } from './setup/variants-section.tsx'
import { WithSession } from './with-session.tsx'

/** Changes the experiment. Edits of the same subject shortly after one another are undone together. */
export type EditDefinition = (change: (before: Definition) => Definition, subject?: string) => void

/** One experiment: what it consists of, its run and its results. */
export function ExperimentPage({ id }: { id: string }) {
  return <WithSession id={id}>{(session) => <OpenExperiment session={session} />}</WithSession>
}

function OpenExperiment({ session }: { session: ExperimentSession }) {
  const definition = useStore(session.state, (state) => state.definition)
  const canUndo = useStore(session.state, ({ past }) => past.length > 0)
  const canRedo = useStore(session.state, ({ future }) => future.length > 0)
  const [isSetupHidden, setSetupHidden] = useState(false)
  const navigate = useNavigate()
  const [isReviewing, setReviewing] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const [isImporting, setImporting] = useState(false)
  usePageTitle(definition.name || 'Experiment')
  const { edit } = session
  return (
    <>
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1.5 md:px-5">
        <h1 className="sr-only">{definition.name || 'Experiment'}</h1>
        <Link to="/experiments" className="rounded-sm text-text-muted hover:text-text">
          Experiments
        </Link>
        <span aria-hidden className="text-text-muted">
          /
        </span>
        <input
          aria-label="Experiment name"
          placeholder="Name this experiment"
          value={definition.name}
          maxLength={200}
          onChange={({ target }) => edit((before) => ({ ...before, name: target.value }), 'name')}
          className="min-w-0 flex-1 rounded-sm bg-transparent px-1 py-1 font-semibold"
        />
        <Button variant="quiet" aria-label="Undo" title="Undo" disabled={!canUndo} onClick={() => session.undo()}>
          <Undo2 aria-hidden size={16} />
        </Button>
        <Button variant="quiet" aria-label="Redo" title="Redo" disabled={!canRedo} onClick={() => session.redo()}>
          <Redo2 aria-hidden size={16} />
        </Button>
        <Button variant="quiet" onClick={() => setReviewing(true)}>
          <EyeOff aria-hidden size={14} />
          Blind review
        </Button>
        <Button
          variant="quiet"
          onClick={() => void navigate({ to: '/experiments/$id/report', params: { id: session.id } })}
        >
          <FileText aria-hidden size={14} />
          Report
        </Button>
        <ExportMenu session={session} />
        <Button onClick={() => setSharing(true)}>
          <Share2 aria-hidden size={14} />
          Share
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="grid gap-6 p-4 md:p-5">
          {!isSetupHidden && (
            <>
              <div className="grid gap-6 lg:grid-cols-2">
                <PromptSection definition={definition} edit={edit} />
                <AssertionsSection definition={definition} edit={edit} />
              </div>
              <VariantsSection definition={definition} edit={edit} />
              <CasesSection definition={definition} edit={edit} onImport={() => setImporting(true)} />
            </>
          )}
          <RunSection
            session={session}
            edit={edit}
            actions={
              <Button size="small" variant="quiet" onClick={() => setSetupHidden(!isSetupHidden)}>
                {isSetupHidden ? 'Show setup' : 'Hide setup'}
              </Button>
            }
          />
          <ResultsSection session={session} definition={definition} />
          <JudgeSection session={session} definition={definition} edit={edit} />
        </div>
      </div>
      {isImporting && (
        <ImportCases
          onClose={() => setImporting(false)}
          onCases={(cases) => edit((before) => ({ ...before, cases: [...withoutEmpty(before), ...cases] }))}
        />
      )}
      {isReviewing && <BlindReview session={session} definition={definition} onClose={() => setReviewing(false)} />}
      {isSharing && <ShareExperiment definition={definition} onClose={() => setSharing(false)} />}
    </>
  )
}

/** The first, empty case of a new experiment makes room for imported ones. */
function withoutEmpty({ cases }: Definition) {
  return cases.filter(
    ({ values, expected }) => expected !== undefined || Object.values(values).some((value) => value !== ''),
  )
}
