import type { ReactNode } from 'react'

/** Inline code in muted text. */
export function InlineCode({ children }: { children: string }) {
  return <code className="font-mono text-xs wrap-anywhere text-text">{children}</code>
}

/** The styles of a text field, including `rim` and focus. */
export const fieldClass =
  'rim w-full px-2.5 py-1.5 text-sm text-text tabular-nums outline-offset-1 aria-invalid:border-danger'

interface FieldProps {
  /** The id of the labelled control. */
  htmlFor: string
  label: string
  /** Muted text at the end of the label's line: a count, a unit, the current value. */
  aside?: ReactNode
  /** What is wrong and how to fix it; announced when it appears. */
  error?: string | undefined
  children: ReactNode
}

/** A control with its label above and any error below. */
export function Field({ htmlFor, label, aside, error, children }: FieldProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={htmlFor} className="label">
          {label}
        </label>
        {aside !== undefined && <span className="text-xs text-text-muted tabular-nums">{aside}</span>}
      </div>
      {children}
      {error !== undefined && (
        <p role="alert" id={`${htmlFor}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
