import {
  flexRender,
  getCoreRowModel,
  getFilteredRowModel,
  getSortedRowModel,
  useReactTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Row {
  id: string
  name: string
  author: string
  description: string
  status: string
  context_length: number
  pricing: { metric: string; rate: number }[]
}

const rate = (row: Row, metric: string) => row.pricing.find((price) => price.metric === metric)?.rate ?? null
const columns: ColumnDef<Row>[] = [
  { header: 'Name', accessorKey: 'name' },
  { header: 'Id', accessorKey: 'id' },
  { header: 'Author', accessorKey: 'author' },
  { header: 'Description', accessorKey: 'description' },
  { header: 'Context', accessorKey: 'context_length' },
  { header: 'Input', accessorFn: (row) => rate(row, 'input_tokens') },
  { header: 'Output', accessorFn: (row) => rate(row, 'output_tokens') },
  { header: 'Status', accessorKey: 'status' },
]

/** TanStack Table as in its basic example: a global filter, all rows rendered. */
function Page() {
  const [data, setData] = useState<Row[]>([])
  const [globalFilter, setGlobalFilter] = useState('')
  useEffect(() => {
    const key = new URLSearchParams(location.hash.slice(1)).get('key') ?? ''
    void fetch('/v1/models', { headers: { authorization: `Bearer ${key}` } })
      .then((answer) => answer.json())
      .then((list: { data: Row[] }) => setData(list.data))
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- it warns of React's compiler, which this page is not built with
  const table = useReactTable({
    data,
    columns,
    state: { globalFilter },
    onGlobalFilterChange: setGlobalFilter,
    globalFilterFn: 'includesString',
    getCoreRowModel: getCoreRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
    getSortedRowModel: getSortedRowModel(),
  })
  const { rows } = table.getRowModel()
  return (
    <>
      <input
        type="search"
        aria-label="Search models"
        value={globalFilter}
        onChange={(event) => setGlobalFilter(event.target.value)}
      />
      <p role="status">
        {rows.length} of {data.length} models
      </p>
      <div id="scroller" style={{ height: 700, overflow: 'auto' }}>
        <table>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <th key={header.id}>{flexRender(header.column.columnDef.header, header.getContext())}</th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} data-place={row.index}>
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const place = document.querySelector('#root')
if (place) createRoot(place).render(<Page />)
