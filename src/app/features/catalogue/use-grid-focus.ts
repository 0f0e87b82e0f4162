import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { stepInGrid, type GridPlace } from './grid-keys.ts'

interface GridFocusProps {
  rows: number
  /** How many rows are in view. */
  page: () => number
  scrollTo: (row: number) => void
}

/** Moves the focus through a table of which only some rows are in the page. */
export function useGridFocus({ rows, page, scrollTo }: GridFocusProps) {
  const table = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [wanted, setWanted] = useState<GridPlace | null>(null)
  const place = Math.min(active, Math.max(0, rows - 1))

  useEffect(() => {
    if (wanted) scrollTo(wanted.row)
    // oxlint-disable-next-line react/exhaustive-deps -- only a step scrolls; `scrollTo` is another with every row in view
  }, [wanted])
  useLayoutEffect(() => {
    if (!wanted) return
    const things = thingsIn(table.current?.querySelector(`[data-place="${wanted.row}"]`))
    // Reached by Tab or not, what an arrow leads to takes the focus.
    things[Math.min(wanted.cell, things.length - 1)]?.focus({ preventScroll: true })
  }, [wanted])

  const moveTo = (to: GridPlace) => {
    setActive(to.row)
    setWanted(to)
  }
  return {
    table,
    active: place,
    /** From elsewhere into the table. */
    enter: () => rows > 0 && moveTo({ row: place, cell: 0 }),
    onFocus({ target }: FocusEvent) {
      const row = rowOf(target)
      if (row !== undefined) setActive(row)
    },
    onKeyDown(event: KeyboardEvent) {
      const row = rowOf(event.target)
      if (event.altKey || event.metaKey || event.shiftKey || rows === 0) return
      if (row === undefined) {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        moveTo({ row: place, cell: 0 })
        return
      }
      const things = thingsIn(table.current?.querySelector(`[data-place="${row}"]`))
      const cell = things.findIndex((thing) => thing === event.target)
      const to = stepInGrid({ row, cell }, event.key, event.ctrlKey, { rows, page: page(), cells: things.length })
      if (!to) return
      event.preventDefault()
      moveTo(to)
    },
  }
}

function rowOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  return row ? Number(row.dataset['place']) : undefined
}

function thingsIn(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('a, button') ?? [])]
}
