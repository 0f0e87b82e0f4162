import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A link or button in the table. */
export interface GridPlace {
  row: number
  /** Its index among the row's links and buttons. */
  cell: number
}

interface Grid {
  rows: number
  /** How many rows Page Down moves. */
  page: number
  /** The number of links and buttons in the focused row. */
  cells: number
}

/** Where a navigation key moves the focus; undefined for other keys. */
export function stepInGrid(
  { row, cell }: GridPlace,
  key: string,
  isControl: boolean,
  grid: Grid,
): GridPlace | undefined {
  const inRows = (to: number) => ({ row: Math.max(0, Math.min(to, grid.rows - 1)), cell })
  const inRow = (to: number) => ({ row, cell: Math.max(0, Math.min(to, grid.cells - 1)) })
  switch (key) {
    case 'ArrowDown':
      return inRows(row + 1)
    case 'ArrowUp':
      return inRows(row - 1)
    case 'PageDown':
      return inRows(row + grid.page)
    case 'PageUp':
      return inRows(row - grid.page)
    case 'ArrowRight':
      return inRow(cell + 1)
    case 'ArrowLeft':
      return inRow(cell - 1)
    case 'Home':
      return isControl ? inRows(0) : inRow(0)
    case 'End':
      return isControl ? inRows(grid.rows - 1) : inRow(grid.cells - 1)
    default:
      return undefined
  }
}

interface GridFocusProps {
  rows: number
  /** How many rows are in view. */
  page: () => number
  scrollTo: (row: number) => void
}

/**
 * Keyboard navigation in a table that renders only some of its rows. Each row is one tab stop: its link, or whichever of
 * its buttons the arrow keys have reached. The tab stop is moved in the DOM: as a prop, every step would render rows.
 */
export function useGridFocus({ rows, page, scrollTo }: GridFocusProps) {
  const table = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [wanted, setWanted] = useState<GridPlace | null>(null)
  /** The row whose tab stop isn't its link. */
  const moved = useRef<HTMLElement | null>(null)
  const place = Math.min(active, Math.max(0, rows - 1))

  useEffect(() => {
    if (wanted) scrollTo(wanted.row)
    // oxlint-disable-next-line react/exhaustive-deps -- only a step scrolls; `scrollTo` is another with every row in view
  }, [wanted])
  useLayoutEffect(() => {
    if (!wanted) return
    const things = thingsIn(table.current?.querySelector(`[data-place="${wanted.row}"]`))
    // Arrow keys also reach elements that Tab skips.
    things[Math.min(wanted.cell, things.length - 1)]?.focus({ preventScroll: true })
  }, [wanted])

  // A focused button that disappears sends no event; without this, its row would have no tab stop.
  useLayoutEffect(() => {
    if (!moved.current || moved.current.contains(document.activeElement)) return
    setTabStop(moved.current)
    moved.current = null
  })

  const moveTo = (to: GridPlace) => {
    setActive(to.row)
    setWanted(to)
  }
  return {
    table,
    active: place,
    /** Moves the focus into the table. */
    enter: () => rows > 0 && moveTo({ row: place, cell: 0 }),
    onFocus({ target }: FocusEvent) {
      const row = rowElementOf(target)
      if (!row) return
      setActive(Number(row.dataset['place']))
      setTabStop(row, target)
      moved.current = row
    },
    onBlur({ target, relatedTarget }: FocusEvent) {
      const row = rowElementOf(target)
      // Tab comes back to the link of a row, not to the button where it was left.
      if (row && !row.contains(relatedTarget)) setTabStop(row)
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

function rowElementOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
}

function rowOf(target: EventTarget): number | undefined {
  const row = rowElementOf(target)
  return row ? Number(row.dataset['place']) : undefined
}

/** Makes one thing of a row its only tab stop: by default the first, which is the model's link. */
function setTabStop(row: HTMLElement, stop?: EventTarget): void {
  const things = thingsIn(row)
  const only = stop ?? things[0]
  for (const thing of things) thing.tabIndex = thing === only ? 0 : -1
}

function thingsIn(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('a, button') ?? [])]
}
