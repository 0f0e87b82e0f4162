/** Where a key leads from one of the things in a row. */
export interface GridPlace {
  row: number
  /** Which of the row's links and buttons. */
  cell: number
}

interface Grid {
  rows: number
  /** How many of them a page has. */
  page: number
  /** How many links and buttons the row has that the focus is in. */
  cells: number
}

/** Where an arrow or its like leads; undefined for a key that is none of the table's. */
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
