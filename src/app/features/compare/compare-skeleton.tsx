const rows = [14, 9, 12, 10, 8, 13, 11, 9]

/** The shape of the comparison while it loads; invisible for the first moment, in which most answers arrive. */
export function CompareSkeleton({ columns }: { columns: number }) {
  return (
    <div role="status" aria-label="Loading models" className="min-h-0 flex-1 animate-appear-late overflow-hidden pt-24">
      {columns > 0 &&
        rows.map((width, row) => (
          <div key={row} className="flex gap-6 border-b border-line px-4 py-2.5 md:px-5">
            {Array.from({ length: columns + 1 }, (_, column) => (
              <div key={column} className="w-36 shrink-0">
                <div className="h-4 rounded-sm bg-tint" style={{ width: `${width * 5 + column * 3}%` }} />
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}
