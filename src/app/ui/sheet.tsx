import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { buttonClass } from './button.tsx'

interface SheetProps {
  title: string
  /** The button that opens it. */
  trigger: ReactElement
  children: ReactNode
}

/** A panel that rises from the foot of a small screen. */
export function Sheet({ title, trigger, children }: SheetProps) {
  return (
    <Dialog.Root>
      <Dialog.Trigger render={trigger} />
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-x-0 bottom-0 flex max-h-[85dvh] flex-col rounded-t-lg bg-surface pb-[env(safe-area-inset-bottom)] shadow-float transition-transform data-ending-style:translate-y-full data-starting-style:translate-y-full">
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="font-semibold">{title}</Dialog.Title>
            <Dialog.Close className={buttonClass({ variant: 'quiet' })}>
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
