import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'

interface DisclosureProps {
  label: string
  /** A quiet word at the end of the line. */
  note?: string | undefined
  /** Opens it when this becomes true; it can be closed again. */
  isWanted?: boolean
  /** Drawn only while open. */
  children: ReactNode
}

/** A heading that opens what stands below it. */
export function Disclosure({ label, note, isWanted = false, children }: DisclosureProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [wasWanted, setWasWanted] = useState(false)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    if (isWanted) setOpen(true)
  }
  return (
    <div className="grid gap-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="label -mx-1 flex h-6.5 items-center gap-1 rounded-md px-1 hover:bg-tint pointer-coarse:h-9"
      >
        <ChevronRight aria-hidden size={14} className={`transition-transform ${open ? 'rotate-90' : ''}`} />
        {label}
        {note !== undefined && <span className="ml-auto font-normal text-accent">{note}</span>}
      </button>
      {open && <div id={id}>{children}</div>}
    </div>
  )
}
