import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  danger: { box: 'border-l-2 border-danger bg-danger-soft', icon: 'text-danger', Icon: CircleAlert, role: 'alert' },
  warning: { box: 'bg-warning-soft', icon: 'text-warning', Icon: TriangleAlert, role: 'alert' },
  info: { box: 'bg-tint', icon: 'text-text-muted', Icon: Info, role: 'status' },
} as const

interface NoticeProps {
  tone: keyof typeof tones
  /** False for something long past, which shouldn't interrupt the user. */
  announced?: boolean
  /** What happened, and what to do next. */
  children: ReactNode
  /** Buttons for the next steps. */
  actions?: ReactNode
}

/** An error or a notice with the next step. Errors are announced at once. */
export function Notice({ tone, announced = true, children, actions }: NoticeProps) {
  const { box, icon, Icon, role } = tones[tone]
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-3 py-2 ${box}`}>
      <div role={announced ? role : undefined} className="flex min-w-48 flex-1 items-start gap-2">
        <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${icon}`} />
        <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap items-center gap-2 max-md:w-full pointer-coarse:[&_button]:h-10 pointer-coarse:[&_button]:px-3">
          {actions}
        </div>
      )}
    </div>
  )
}
