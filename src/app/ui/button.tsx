import type { ComponentProps } from 'react'

const variants = {
  primary: 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong',
  secondary: 'border-control bg-surface-raised text-text enabled:hover:bg-tint',
  quiet: 'border-transparent bg-transparent text-text-muted enabled:hover:bg-tint enabled:hover:text-text',
} as const

const sizes = {
  small: 'h-6.5 px-2 text-xs',
  medium: 'h-8 px-3 text-sm',
} as const

interface ButtonLook {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
}

/** The styles of a button, for a link next to buttons. */
export function buttonClass({ variant = 'secondary', size = 'medium' }: ButtonLook): string {
  return `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors disabled:opacity-50 ${variants[variant]} ${sizes[size]}`
}

/** A push button. Use `primary` for a screen's main action only. */
export function Button({ variant, size, className = '', ...rest }: ComponentProps<'button'> & ButtonLook) {
  return <button type="button" className={`${buttonClass({ variant, size })} ${className}`} {...rest} />
}
