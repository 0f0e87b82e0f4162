import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'

interface SelectProps extends ComponentProps<'select'> {
  /** `small` in a line of small text. */
  look?: 'medium' | 'small'
}

/** A native select in the style of the other fields. `className` is that of the whole control. */
export function Select({ look = 'medium', className = '', ...rest }: SelectProps) {
  const size = look === 'small' ? 'h-6.5 pl-2 pr-6 text-xs pointer-coarse:h-9' : 'h-8 pl-2.5 pr-8 text-sm'
  return (
    <span className={`relative inline-flex min-w-0 ${className}`}>
      <select
        {...rest}
        className={`rim w-full min-w-0 cursor-default appearance-none truncate text-text outline-offset-1 aria-invalid:border-danger [&>option]:bg-surface-raised [&>option]:text-text ${size}`}
      />
      <ChevronsUpDown
        aria-hidden
        size={14}
        className={`pointer-events-none absolute inset-y-0 my-auto text-text-muted ${look === 'small' ? 'right-1.5' : 'right-2.5'}`}
      />
    </span>
  )
}
