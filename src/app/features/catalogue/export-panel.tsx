import { Download } from 'lucide-react'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { ExportProps } from './export-choices.tsx'
import { PanelButton } from './panel-button.tsx'

const ExportChoices = lazyPart(() => import('./export-choices.tsx').then((module) => module.ExportChoices))

/** The button and panel for saving the shown models as a file. */
export function ExportPanel(props: ExportProps) {
  return (
    <PanelButton title="Export" icon={<Download aria-hidden size={16} />}>
      {(close) => <ExportChoices {...props} onDone={close} />}
    </PanelButton>
  )
}
