import { Columns3 } from 'lucide-react'
import { memo } from 'react'
import { PanelButton } from '#app/features/catalogue/panel-button.tsx'
import type { CatalogueView, ChangeView } from '#app/features/catalogue/query/catalogue-view.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const ColumnChoices = lazyPart(() => import('./column-choices.tsx').then((module) => module.ColumnChoices))

/** The button and panel for the table's columns and row height. */
export const ColumnsPanel = memo(function ColumnsPanel({ view, change }: { view: CatalogueView; change: ChangeView }) {
  return (
    <PanelButton title="Columns" icon={<Columns3 aria-hidden size={16} />}>
      {() => <ColumnChoices view={view} change={change} />}
    </PanelButton>
  )
})
