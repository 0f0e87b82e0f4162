import type { ReactNode } from 'react'

/** A table that scrolls within itself where it is wider than the page. */
export function TableFrame({ children }: { children?: ReactNode }) {
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  )
}
