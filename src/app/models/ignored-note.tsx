import { memo } from 'react'
import { Button } from '#app/ui/button.tsx'
import { focusContent } from '#app/ui/focus-content.ts'
import { Notice } from '#app/ui/notice.tsx'

interface IgnoredNoteProps {
  /** Parts of the address that mean nothing, as they were written there. */
  ignored: readonly string[]
  onDismiss: () => void
}

/** Says which values of a link were left out. */
export const IgnoredNote = memo(function IgnoredNote({ ignored, onDismiss }: IgnoredNoteProps) {
  if (ignored.length === 0) return null
  const shown = ignored.slice(0, 4).map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part))
  const rest = ignored.length - shown.length
  return (
    <Notice
      tone="warning"
      actions={
        <Button
          size="small"
          onClick={() => {
            onDismiss()
            focusContent()
          }}
        >
          Dismiss
        </Button>
      }
    >
      Ignored in the link: <bdi className="font-mono text-xs">{shown.join(', ')}</bdi>
      {rest > 0 && ` and ${rest} more`}
    </Notice>
  )
})
