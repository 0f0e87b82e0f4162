import { X } from 'lucide-react'
import { useState } from 'react'
import type { ChosenFile } from '#app/data/model-files/read-model-files.ts'
import { removeModel } from '#app/data/model-files/model-files.ts'
import { formatBytes } from '#app/chat/model-files/byte-words.ts'
import { ModelFileStatus, useModelFiles } from '#app/chat/model-files/model-file-status.tsx'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { chooseModelFiles, openChosenModel, selectFile } from './open-model-file.ts'

/** The models in files of this browser, and the button that opens one. `onDone` gets a sentence to announce. */
export function ModelFiles({ onDone }: { onDone: (message: string) => void }) {
  const { models, problem } = useModelFiles()
  const [isChoosing, setChoosing] = useState(false)
  const choose = async () => {
    setChoosing(true)
    const chosen: readonly ChosenFile[] = await chooseModelFiles()
    setChoosing(false)
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
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 py-1.5 pr-1.5 pl-3 pointer-coarse:[&_button]:h-10">
        <span className="min-w-48 flex-1 text-text-muted">
          Runs a GGUF file in this browser, offline. Nothing is uploaded.{' '}
          <span className="pointer-coarse:hidden">You can also drop it anywhere.</span>
        </span>
        <Button disabled={isChoosing} onClick={() => void choose()}>
          Open a model file
        </Button>
      </div>
    </>
  )
}
