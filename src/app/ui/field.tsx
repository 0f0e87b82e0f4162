import type { ReactNode } from 'react'

/** A word of code in a sentence of quieter text. */
export function InlineCode({ children }: { children: string }) {
  return <code className="font-mono text-xs wrap-anywhere text-text">{children}</code>
}

/** The look of a text field; `rim` and focus come with it. */
export const fieldClass =
  'rim w-full px-2.5 py-1.5 text-sm text-text tabular-nums outline-offset-1 aria-invalid:border-danger'

interface FieldProps {
  /** The id of the control that the label names. */
  htmlFor: string
  label: string
  /** A quiet word at the end of the label's line: a count, a unit, the current value. */
  aside?: ReactNode
  /** What is wrong, with what to do; announced when it appears. */
  error?: string | undefined
  children: ReactNode
}

/** A control with its label above it and, where something is wrong, the reason below. */
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
