import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { addExperiment } from '#app/data/experiments/experiments-db.ts'
import { adoptDefinition, readExperimentPayload, unknownServers } from '#app/data/experiments/shared-experiment.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { counted } from '#app/ui/format.ts'
import type { Variant } from '#experiments/definition.ts'
import { rekeyed } from '#experiments/export/results-table.ts'
import { endpointOf, takesSeed } from './session-host.ts'
import { useModelOf } from './with-session.tsx'
import { type DefinitionFile, readDefinitionFile } from '#experiments/import/read-definition-file.ts'

interface ImportExperimentProps {
  /** The payload of a link; without one, the person chooses a file. */
  payload?: string | undefined
  onClose: () => void
  /** Gets the id of the new experiment. */
  onImported: (id: string) => void
}

/** Imports an experiment from a file or link. Shows first what it contains, whom it calls, and what can't be taken over. */
export function ImportExperiment({ payload, onClose, onImported }: ImportExperimentProps) {
  const { data: fromLink } = useQuery({
    queryKey: ['experiment-payload', payload],
    queryFn: () => readExperimentPayload(payload ?? ''),
    enabled: payload !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  })
  const [chosen, setRead] = useState<DefinitionFile | { problem: string }>()
  const read =
    chosen ?? (fromLink && ('problem' in fromLink ? fromLink : { definition: fromLink, results: [], unmapped: [] }))
  const modelOf = useModelOf()
  const id = useId()
  const found = read && !('problem' in read) ? read : undefined
  const servers = found ? unknownServers(found.definition) : []
  const store = () => {
    if (!found) return
    const definition = adoptDefinition(found.definition)
    const world = { endpointOf, takesSeed: (variant: Variant) => takesSeed(modelOf?.(variant)) }
    const { results, ratings } = rekeyed(definition, found.results, world)
    addExperiment(definition, results, ratings).then(onImported, () =>
      setRead({ problem: 'This browser couldn’t save the experiment. Free some storage, then import it again.' }),
    )
  }
  return (
    <Dialog
      title={payload === undefined ? 'Import an experiment' : 'Open a shared experiment'}
      width={640}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {payload === undefined && (
          <Field htmlFor={id} label="File" aside="Exported from Parley, or promptfoo YAML">
            <input
              id={id}
              type="file"
              accept=".json,.yaml,.yml,application/json,text/yaml"
              className={fieldClass}
              onChange={({ currentTarget: { files } }) => {
                void files?.[0]?.text().then(
                  (text) => setRead(readDefinitionFile(text)),
                  () => setRead({ problem: 'The file can’t be read. Choose it again.' }),
                )
              }}
            />
          </Field>
        )}
        {read && 'problem' in read && <Notice tone="danger">{read.problem}</Notice>}
        {found && (
          <p role="status">
            <bdi>{found.definition.name || 'Untitled experiment'}</bdi>:{' '}
            {counted(found.definition.variants.length, 'variant')}, {counted(found.definition.cases.length, 'case')},{' '}
            {counted(found.results.length, 'result')}.
          </p>
        )}
        {found && found.unmapped.length > 0 && (
          <Notice tone="warning">
            <p>This won’t be imported:</p>
            <ul className="grid list-disc gap-1 pl-4">
              {found.unmapped.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </Notice>
        )}
        {servers.length > 0 && (
          <Notice tone="warning">
            This experiment uses {servers.join(' and ')}, so a run would send its prompts there. Importing it adds this
            without a key. None of your keys are sent to it, and nothing is sent before you run the experiment.
          </Notice>
        )}
        <div className="flex gap-2">
          <Button variant="primary" disabled={!found || !modelOf} onClick={store}>
            Import
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  )
}
