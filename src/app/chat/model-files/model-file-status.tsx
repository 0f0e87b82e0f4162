import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import {
  type ModelFile,
  type ModelFilesState,
  closeModel,
  loadFile,
  modelFiles,
  restoreModels,
} from '#app/data/model-files/model-files.ts'
import { memoryLimit } from '#app/data/model-files/read-model-files.ts'
import { Button } from '#app/ui/button.tsx'

/** The models in files of this browser, and why the last chosen files couldn't be opened. */
export function useModelFiles(): ModelFilesState {
  useEffect(() => void restoreModels(), [])
  return useStore(modelFiles)
}

/** What a model in a file does now, and what can be done about it. */
export function ModelFileStatus({ model, isBrief = false }: { model: ModelFile; isBrief?: boolean }) {
  const { name, state } = model
  const load = (mayAsk: boolean) => () => void loadFile(name, { mayAsk })
  switch (state.kind) {
    case 'loading':
      return <LoadProgress model={model} bytesRead={state.bytesRead} elapsedMs={state.elapsedMs} />
    case 'loaded':
      return (
        <Line words={<LoadedWords model={model} />}>
          <Button variant="quiet" size="small" aria-label={`Unload ${name}`} onClick={() => closeModel(name)}>
            Unload
          </Button>
        </Line>
      )
    case 'closed':
      return (
        <Line words={isBrief ? 'Not loaded. Sending a message loads it.' : 'Not loaded'}>
          <Button variant="quiet" size="small" aria-label={`Load ${name}`} onClick={load(false)}>
            Load
          </Button>
        </Line>
      )
    case 'needs-file':
      return (
        <Line words="The browser asks again before this page can read the file.">
          <Button variant="primary" size="small" aria-label={`Reopen ${name}`} onClick={load(true)}>
            Reopen
          </Button>
        </Line>
      )
    case 'too-large':
      return (
        <Line
          tone="warning"
          words={`Needs about ${formatBytes(model.memory)} of memory. This browser can hold ${formatBytes(memoryLimit())}. Open a smaller file of this model.`}
        >
          <Button size="small" aria-label={`Load ${name} anyway`} onClick={load(false)}>
            Load anyway
          </Button>
        </Line>
      )
    case 'failed':
      return (
        <Line tone="danger" words={state.message}>
          <Button size="small" aria-label={`Try ${name} again`} onClick={load(true)}>
            Try again
          </Button>
        </Line>
      )
  }
}

const tones = { danger: 'text-danger', warning: 'text-warning', muted: 'text-text-muted' }

interface LineProps {
  words: ReactNode
  tone?: keyof typeof tones
  children: ReactNode
}

function Line({ words, tone = 'muted', children }: LineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p role={tone === 'muted' ? undefined : 'alert'} className={`min-w-40 flex-1 wrap-anywhere ${tones[tone]}`}>
        {words}
      </p>
      {children}
    </div>
  )
}

function LoadedWords({ model: { state, memory, copied, notKept, size } }: { model: ModelFile }) {
  if (state.kind !== 'loaded') return null
  const { threads, usesGpu } = state
  const parts = [
    'Runs in this browser',
    usesGpu ? 'WebGPU' : threads === 1 ? 'single-threaded' : `${threads} threads`,
    `about ${formatBytes(memory)} of memory`,
    copied === undefined ? notKept : `keeping a copy: ${Math.floor((copied / size) * 100)} %`,
  ]
  return (
    <span title={threads === 1 ? whySingle() : undefined}>
      {parts.filter((part) => part !== undefined).join(' · ')}
    </span>
  )
}

function whySingle(): string {
  return crossOriginIsolated
    ? 'This computer has too few processor cores for more threads.'
    : 'The page isn’t isolated from other origins, which threads need. Reload it, or see docs/local-models.md.'
}

interface LoadProgressProps {
  model: ModelFile
  bytesRead: number
  elapsedMs: number
}

function LoadProgress({ model: { name, size }, bytesRead, elapsedMs }: LoadProgressProps) {
  const read = Math.min(bytesRead, size)
  const speed = elapsedMs > 0 ? (read / elapsedMs) * 1000 : 0
  const left = speed > 0 ? Math.ceil((size - read) / speed) : undefined
  return (
    <div className="grid gap-1.5">
      <Line
        words={
          <span className="tabular-nums">
            {`Loading ${formatBytes(read)} of ${formatBytes(size)}`}
            {speed > 0 && ` · ${formatBytes(speed)}/s`}
            {left !== undefined && ` · ${left} s left`}
          </span>
        }
      >
        <Button size="small" aria-label={`Cancel loading ${name}`} onClick={() => closeModel(name)}>
          Cancel
        </Button>
      </Line>
      <div
        role="progressbar"
        aria-label={`Loading ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor((read / size) * 100)}
        className="h-1 overflow-hidden rounded-sm bg-tint"
      >
        <div className="h-full bg-accent" style={{ width: `${(read / size) * 100}%` }} />
      </div>
    </div>
  )
}

/** What a pane says about its model in a file. */
export function ModelFileLine({ modelId }: { modelId: string | null }) {
  const model = useModelFiles().models.find(({ name }) => `local/${name}` === modelId)
  if (!model) return null
  return (
    <section
      aria-label="Model file"
      className="border-b border-line px-4 py-1.5 text-xs pointer-coarse:[&_button]:h-10"
    >
      <ModelFileStatus model={model} isBrief />
    </section>
  )
}

const byteUnits = [
  { size: 1e9, mark: 'GB', digits: 1 },
  { size: 1e6, mark: 'MB', digits: 0 },
  { size: 1e3, mark: 'KB', digits: 0 },
] as const

/** A number of bytes in decimal units: `1.9 GB`, `340 MB`, `12 KB`, `0 KB`. */
export function formatBytes(bytes: number): string {
  const { size, mark, digits } = byteUnits.find((unit) => bytes >= unit.size) ?? byteUnits[2]
  return `${(bytes / size).toFixed(digits)} ${mark}`
}
