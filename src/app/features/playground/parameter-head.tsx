import type { MouseEvent, ReactNode } from 'react'

interface ParameterHeadProps {
  label: string
  /** The id of the control that the label names; left out where the control has the name itself. */
  htmlFor?: string
  /** What the parameter does, on hover. */
  help: string
  changed: boolean
  onReset: () => void
  /** A word at the end of the line while nothing is set. */
  untouched?: ReactNode
  /** A control at the end of the line. */
  children?: ReactNode
}

/** The first line of a parameter: its name, whether it was changed, and the way back. */
export function ParameterHead({ label, htmlFor, help, changed, onReset, untouched, children }: ParameterHeadProps) {
  const reset = ({ detail, currentTarget }: MouseEvent) => {
    // The button goes with the change. A press by finger moves no focus: that would open the keyboard of the screen.
    const isByKey = detail === 0
    if (isByKey) currentTarget.closest('.grid')?.querySelector<HTMLElement>('input, textarea')?.focus()
    onReset()
  }
  return (
    <div className="flex min-h-6.5 items-center justify-between gap-2">
      <span className="flex min-w-0 items-center gap-1.5">
        <label htmlFor={htmlFor} title={help} className="label truncate">
          {label}
        </label>
        {changed && <span className="size-1.5 shrink-0 rounded-full bg-accent" title="Changed" />}
      </span>
      <span className="flex shrink-0 items-center gap-2 text-xs text-text-muted">
        {changed ? (
          <button
            type="button"
            onClick={reset}
            className="rounded-sm underline decoration-line-strong underline-offset-3 hover:text-text pointer-coarse:py-1.5"
          >
            Reset<span className="sr-only"> {label.toLowerCase()}</span>
          </button>
        ) : (
          untouched
        )}
        {children}
      </span>
    </div>
  )
}

/** Says that the chosen model does not obey a parameter, and what becomes of a value that is set all the same. */
export function Unsupported({ by, changed }: { by: string | undefined; changed: boolean }) {
  if (by === undefined) return null
  return (
    <p className={`text-xs ${changed ? 'text-warning' : 'text-text-muted'}`}>
      {by} does not use it{changed ? '. It is sent all the same.' : '.'}
    </p>
  )
}
