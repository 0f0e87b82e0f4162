import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'

interface SheetPanelProps {
  title: string
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

/** The dialog of a sheet, while it is open. */
export function SheetPanel({ title, opener, onClose, children }: SheetPanelProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-scrim transition-opacity starting:opacity-0" />
        <Dialog.Popup
          finalFocus={opener}
          className="fixed inset-x-0 bottom-0 flex max-h-[85dvh] flex-col rounded-t-lg border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-float transition-transform starting:translate-y-full"
        >
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="font-semibold">{title}</Dialog.Title>
            <Dialog.Close render={<Button variant="quiet" />}>
              <X aria-hidden size={16} />
              Close
            </Dialog.Close>
          </div>
          <div className="overflow-y-auto overscroll-contain p-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
