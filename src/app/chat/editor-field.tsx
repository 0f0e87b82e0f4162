import type { KeyboardEvent, ReactNode } from 'react'
import { isComposing } from '#app/ui/focus.ts'

interface EditorFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** Ctrl or ⌘ with Enter. */
  onSubmit: () => void
  /** Escape. */
  onLeave: () => void
  /** What there is to know before a button is pressed. */
  note: ReactNode
  /** The buttons. */
  children: ReactNode
}

/** A text of the transcript being written: it takes the focus when it opens. */
export function EditorField({ label, value, onChange, onSubmit, onLeave, note, children }: EditorFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="rim grid gap-2 rounded-lg p-2 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
      <textarea
        ref={takeFocus}
        aria-label={label}
        rows={2}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-[60dvh] min-h-12 w-full resize-none bg-transparent px-1.5 pt-0.5 text-md outline-none"
      />
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <p className="mr-auto px-1.5 text-xs text-text-muted">{note}</p>
        {children}
      </div>
    </div>
  )
}

/** Called once, when the field appears: the end of the text is where one goes on. */
function takeFocus(field: HTMLTextAreaElement | null): void {
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
