import { Bookmark } from 'lucide-react'
import { memo } from 'react'
import { PanelButton } from '#app/features/catalogue/panel-button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { CatalogueView, ChangeView } from './catalogue-view.ts'

const SavedViews = lazyPart(() => import('./saved-views.tsx').then((module) => module.SavedViews))

/** The button and panel for saved views. */
export const SavedViewsPanel = memo(function SavedViewsPanel({
  view,
  change,
}: {
  view: CatalogueView
  change: ChangeView
}) {
  return (
    <PanelButton title="Views" icon={<Bookmark aria-hidden size={16} />}>
      {(close) => (
        <SavedViews
          view={view}
          onOpen={(next) => {
            change(() => next)
            close()
          }}
        />
      )}
    </PanelButton>
  )
})
