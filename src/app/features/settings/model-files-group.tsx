import { X } from 'lucide-react'
import { useState } from 'react'
import type { ChosenFile } from '#app/data/model-files/read-model-files.ts'
import { removeModel } from '#app/data/model-files/model-files.ts'
import { ModelFileStatus, formatBytes, useModelFiles } from '#app/chat/model-files/model-file-status.tsx'
import { type FoundModel, chooseFolder } from '#app/data/model-files/model-folder.ts'
import { Button } from '#app/ui/button.tsx'
import { counted } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import { chooseModelFiles, openChosenModel, selectFile } from './open-model-file.ts'

/** The models in files of this browser, and the button that opens one. `onDone` gets a sentence to announce. */
export function ModelFiles({ onDone }: { onDone: (message: string) => void }) {
  const { models, problem } = useModelFiles()
  const [isChoosing, setChoosing] = useState(false)
  const [inFolder, setInFolder] = useState<readonly FoundModel[]>()
  const choosing = async <Choice,>(choose: () => Promise<Choice>): Promise<Choice> => {
    setChoosing(true)
    return choose().finally(() => setChoosing(false))
  }
  const open = async (chosen: readonly ChosenFile[]) => {
    const outcome = chosen.length === 0 ? undefined : await openChosenModel(chosen)
    if (outcome !== undefined) onDone(outcome)
  }
  return (
    <>
      {models.map((model) => (
        <section
          key={model.name}
          aria-label={model.name}
          className="grid gap-1 py-2 pr-1.5 pl-3 pointer-coarse:[&_button]:h-10 pointer-coarse:[&_button]:min-w-10"
        >
          <div className="flex items-center gap-2">
            <span className="min-w-0 truncate font-medium">{model.name}</span>
            <span className="shrink-0 text-xs text-text-muted tabular-nums">
              {[formatBytes(model.size), model.facts.quantization].filter((part) => part !== undefined).join(' · ')}
            </span>
            <span className="ml-auto flex shrink-0">
              {model.state.kind === 'loaded' && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Use ${model.name}`}
                  onClick={() => {
                    selectFile(model.name)
                    onDone(`${model.name} is selected.`)
                  }}
                >
                  Use
                </Button>
              )}
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${model.name}`}
                title="Remove from this list. Your file stays."
                onClick={() => void removeModel(model.name)}
              >
                <X aria-hidden size={14} />
              </Button>
            </span>
          </div>
          <ModelFileStatus model={model} />
        </section>
      ))}
      {problem !== null && (
        <div className="p-1.5">
          <Notice tone="danger">{problem}</Notice>
        </div>
      )}
      {inFolder && <FolderModels models={inFolder} onOpen={open} />}
      <div className="flex min-h-11 flex-wrap items-center gap-2 py-1.5 pr-1.5 pl-3 pointer-coarse:[&_button]:h-10">
        <span className="min-w-48 flex-1 text-text-muted">
          Runs a GGUF file in this browser, offline. Nothing is uploaded.{' '}
          <span className="pointer-coarse:hidden">You can also drop it anywhere.</span>
        </span>
        <Button
          variant="quiet"
          disabled={isChoosing}
          title="Lists the models in a folder, such as Ollama’s or LM Studio’s"
          onClick={() => void choosing(chooseFolder).then((found) => found && setInFolder(found))}
        >
          Choose a folder
        </Button>
        <Button disabled={isChoosing} onClick={() => void choosing(chooseModelFiles).then(open)}>
          Open a model file
        </Button>
      </div>
    </>
  )
}

interface FolderModelsProps {
  models: readonly FoundModel[]
  onOpen: (files: readonly ChosenFile[]) => Promise<void>
}

/** The models in a folder, each with a button that opens it. */
function FolderModels({ models, onOpen }: FolderModelsProps) {
  const [problem, setProblem] = useState<string>()
  const open = async ({ name, files }: FoundModel) => {
    setProblem(undefined)
    const chosen = await Promise.all(files.map((file) => file.open())).catch(() => undefined)
    if (chosen) await onOpen(chosen)
    else setProblem(`The files of ${name} can’t be read any more. Choose the folder again.`)
  }
  return (
    <section aria-label="Models in the folder" className="py-1.5 pr-1.5 pl-3 pointer-coarse:[&_button]:h-10">
      <h4 className="label" role="status">
        {models.length === 0 ? noModels : `${counted(models.length, 'model')} in the folder`}
      </h4>
      <ul className="max-h-60 overflow-y-auto">
        {models.map((model) => (
          <li key={model.files[0]?.path ?? model.name} className="flex min-h-8 items-center gap-2">
            <span className="min-w-0 flex-1 truncate" title={model.files[0]?.path}>
              <bdi>{model.name}</bdi>
            </span>
            <Button variant="quiet" size="small" aria-label={`Open ${model.name}`} onClick={() => void open(model)}>
              Open
            </Button>
          </li>
        ))}
      </ul>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
    </section>
  )
}

const noModels =
  'There are no models in this folder. Ollama keeps its models in .ollama/models, LM Studio in .lmstudio/models of your home folder.'
