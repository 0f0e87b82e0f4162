interface SeriesLook {
  stroke: string
  fill: string
  /** For `stroke-dasharray`, so that colour is never alone. */
  dash: string
}

const looks: SeriesLook[] = [
  { stroke: 'stroke-series-1', fill: 'fill-series-1', dash: 'none' },
  { stroke: 'stroke-series-2', fill: 'fill-series-2', dash: '6 3' },
  { stroke: 'stroke-series-3', fill: 'fill-series-3', dash: '2 2.5' },
  { stroke: 'stroke-series-4', fill: 'fill-series-4', dash: '9 3 2 3' },
  { stroke: 'stroke-series-5', fill: 'fill-series-5', dash: '4 1.5' },
  { stroke: 'stroke-series-6', fill: 'fill-series-6', dash: '1 4' },
]

/** How the line of a pane looks, by its place from 1. */
export function seriesLook(place: number): SeriesLook {
  return looks[(place - 1) % looks.length] ?? { stroke: '', fill: '', dash: 'none' }
}

/** A piece of a pane's line, beside its name. */
export function SeriesKey({ place }: { place: number }) {
  const { stroke, dash } = seriesLook(place)
  return (
    <svg aria-hidden width="20" height="8" className="shrink-0">
      <line
        x1="1"
        y1="4"
        x2="19"
        y2="4"
        className={stroke}
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray={dash}
      />
    </svg>
  )
}
