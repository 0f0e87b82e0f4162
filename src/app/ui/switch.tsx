import type { ReactNode } from 'react'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Its label. */
  children: ReactNode
}

/**
 * An on/off switch that takes effect at once. A button already handles the keys; Base UI's switch would add a hidden
 * checkbox and 5 KB.
 */
export function Switch({ checked, onChange, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      className="group/switch inline-flex h-6.5 shrink-0 items-center gap-2 rounded-md text-xs font-medium whitespace-nowrap text-text-muted hover:text-text"
    >
      <span
        aria-hidden
        className="flex h-4 w-7 items-center rounded-full border border-control bg-surface p-px transition-colors group-aria-checked/switch:border-accent group-aria-checked/switch:bg-accent"
      >
        <span className="size-3 rounded-full border border-transparent bg-control transition-transform group-aria-checked/switch:translate-x-3 group-aria-checked/switch:bg-on-accent" />
      </span>
      {children}
    </button>
  )
}
