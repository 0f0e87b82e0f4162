const rows = [52, 40, 61, 46, 55, 43]

/** The shape of the table while it loads; invisible for the first moment, in which most answers arrive. */
export function TableSkeleton() {
  return (
    <div role="status" aria-label="Loading models" className="animate-appear-late pt-9">
      {rows.map((width) => (
        <div key={width} className="grid gap-2 border-b border-line px-4 py-3.5 md:px-5">
          <div className="h-3.5 rounded-sm bg-tint" style={{ width: `${width / 4}%` }} />
          <div className="h-3 rounded-sm bg-tint" style={{ width: `${width / 3}%` }} />
        </div>
      ))}
    </div>
  )
}
