import { ScanSearch } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { ConversationStore } from './conversation-store.ts'

const InspectDialog = lazyPart(async () => (await import('./inspect-dialog.tsx')).InspectDialog)

interface InspectButtonProps {
  reply: Reply
  store: ConversationStore
}

/** Shows the exchange behind a reply. */
export function InspectButton(props: InspectButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label="Inspect"
        title="Inspect"
        className="pointer-coarse:h-9 pointer-coarse:min-w-9"
        onClick={() => setOpen(true)}
      >
        <ScanSearch aria-hidden size={14} />
      </Button>
      {open && <InspectDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
