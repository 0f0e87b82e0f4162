import type { ReactNode } from 'react'

interface TableFrameProps {
  /** True for a further part of a long table. */
  isContinued?: boolean
  children?: ReactNode
}

/** A table that scrolls within itself where it is wider than the page. */
export function TableFrame({ isContinued = false, children }: TableFrameProps) {
  return (
    <div
      className={isContinued ? 'table-scroll table-continued' : 'table-scroll'}
      tabIndex={0}
      role="group"
      aria-label={isContinued ? 'Table, continued' : 'Table'}
    >
      <table>{children}</table>
    </div>
  )
}
