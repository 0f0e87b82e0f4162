import { useStore } from 'zustand'
import { offlineCopy, takeNewerVersion } from '#app/data/offline-copy.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Offers a newer version of a static copy; nothing changes before the person says so. */
export function NewerVersionNotice() {
  const newerWaits = useStore(offlineCopy, (state) => state.newerWaits)
  if (!newerWaits) return null
  return (
    <div className="border-b border-line px-4 py-3 md:px-5">
      <Notice
        tone="info"
        actions={
          <Button size="small" onClick={takeNewerVersion}>
            Reload with it
          </Button>
        }
      >
        A newer version of this page is ready. Conversations stay.
      </Notice>
    </div>
  )
}

/** Says plainly where the replies of a static copy come from. */
export function RepliesComeFromHere() {
  return (
    <p className="px-2 text-xs text-text-muted max-md:hidden">
      Replies come from small models in this page. To ask real ones, add a connection in Settings.
    </p>
  )
}
