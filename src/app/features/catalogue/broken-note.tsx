import { memo } from 'react'
import { Button } from '#app/ui/button.tsx'
import { focusContent } from '#app/ui/focus-content.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { ChangeView } from './use-view.ts'

/** Part of the address means nothing here: says which, and that the rest holds. */
export const BrokenNote = memo(function BrokenNote({
  broken,
  change,
}: {
  broken: readonly string[]
  change: ChangeView
}) {
  if (broken.length === 0) return null
  const shown = broken.slice(0, 4).map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part))
  const rest = broken.length - shown.length
  return (
    <div className="px-4 pt-2.5 md:px-5">
      <Notice
        tone="warning"
        actions={
          <Button
            size="small"
            onClick={() => {
              change((view) => view)
              focusContent()
            }}
          >
            Mend the address
          </Button>
        }
      >
        {broken.length === 1 ? 'A part of the address means' : 'Parts of the address mean'} nothing here and{' '}
        {broken.length === 1 ? 'was' : 'were'} left out: <span className="font-mono text-xs">{shown.join(', ')}</span>
        {rest > 0 && ` and ${rest} more`}. The rest holds.
      </Notice>
    </div>
  )
})
