import { type ReactNode, useId } from 'react'
import { fieldClass } from '#app/ui/field.tsx'

interface SectionProps {
  name: string
  /** Muted text after the name. */
  aside?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
  children: ReactNode
}

/** One part of an experiment: a region with a heading. */
export function Section({ name, aside, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h2 id={id} className="font-semibold">
          {name}
        </h2>
        {aside !== undefined && <span className="text-xs text-text-muted">{aside}</span>}
        {actions !== undefined && <span className="ml-auto flex flex-wrap items-center gap-2">{actions}</span>}
      </div>
      {children}
    </section>
  )
}

interface TextAreaProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** Code, such as JSON. */
  isCode?: boolean
  error?: string | undefined
  /** In a table: its heading shows the label, and its lines the edges. */
  isInTable?: boolean
  rows?: number
}

const tableFieldClass = 'w-full bg-transparent px-2.5 py-2 text-sm -outline-offset-2 hover:bg-tint'

/** A text field that grows with its text. */
export function TextArea({
  label,
  value,
  onChange,
  placeholder,
  isCode = false,
  error,
  isInTable = false,
  rows = 1,
}: TextAreaProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className={isInTable ? 'sr-only' : 'label'}>
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        placeholder={placeholder}
        spellCheck={!isCode}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => onChange(target.value)}
        className={`${isInTable ? tableFieldClass : fieldClass} field-sizing-content max-h-60 resize-none ${isCode ? 'font-mono text-xs' : ''}`}
      />
      {error !== undefined && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
