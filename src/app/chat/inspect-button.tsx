import { lazy, Suspense, useState } from 'react'
import type { Reply } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import type { ConversationStore } from './conversation-store.ts'

const InspectDialog = lazy(async () => ({ default: (await import('./inspect-dialog.tsx')).InspectDialog }))

interface InspectButtonProps {
  reply: Reply
  store: ConversationStore
  /** The model that is asked when this is asked for again; null is the one that gave it. */
  modelId: string | null
}

/** Shows the exchange behind a reply. */
export function InspectButton(props: InspectButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Inspect
      </Button>
      {open && (
        <Suspense>
          <InspectDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
