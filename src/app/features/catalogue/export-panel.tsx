import { Download } from 'lucide-react'
import type { Model } from '#contract/model.ts'
import { Button } from '#app/ui/button.tsx'
import { formatCount } from '#app/ui/format.ts'
import { modelsAsCsv, modelsAsJson } from './export-models.ts'
import { PanelButton } from './panel-button.tsx'

interface ExportPanelProps {
  count: number
  /** The models that are shown, in their order; asked only when pressed. */
  models: () => readonly Model[]
}

/** Takes along what is shown, as a file. */
export function ExportPanel({ count, models }: ExportPanelProps) {
  return (
    <PanelButton title="Export" icon={<Download aria-hidden size={16} />}>
      {(close) => (
        <>
          <p className="text-text-muted">
            The {formatCount(count)} {count === 1 ? 'model' : 'models'} of this view, in its order, with all that is
            known of them.
          </p>
          <div className="flex gap-2">
            <Button
              onClick={() => {
                save('models.csv', 'text/csv', modelsAsCsv(models()))
                close()
              }}
            >
              As CSV
            </Button>
            <Button
              onClick={() => {
                save('models.json', 'application/json', modelsAsJson(models()))
                close()
              }}
            >
              As JSON
            </Button>
          </div>
        </>
      )}
    </PanelButton>
  )
}

function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download reads it after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
