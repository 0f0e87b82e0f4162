/** Shapes in a square of 16 by 16, and their colours, so that panes don't differ by colour alone. */
const shapes = [
  { path: 'M8 2a6 6 0 1 0 .01 0z', fill: 'fill-series-1' },
  { path: 'M3 3h10v10H3z', fill: 'fill-series-2' },
  { path: 'M8 2l6.5 12h-13z', fill: 'fill-series-3' },
  { path: 'M8 1l7 7-7 7-7-7z', fill: 'fill-series-4' },
  { path: 'M6 2h4v4h4v4h-4v4H6v-4H2V6h4z', fill: 'fill-series-5' },
  { path: 'M1 5h14v6H1z', fill: 'fill-series-6' },
]

interface MarkShapeProps {
  /** The mark of a pane, from 1. */
  mark: number
}

/** The shape of a pane's mark, for use within an `svg`. */
export function MarkShape({ mark }: MarkShapeProps) {
  const shape = shapes[(mark - 1) % shapes.length]
  return <path d={shape?.path} className={shape?.fill} />
}

interface PaneMarkProps extends MarkShapeProps {
  /** Its accessible name, unless it stands next to one. */
  label?: string
}

/** The shape and colour by which a pane is recognized in its header and in the summary. */
export function PaneMark({ mark, label }: PaneMarkProps) {
  return (
    <svg
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      data-pane-mark={mark}
      viewBox="0 0 16 16"
      className="size-3 shrink-0"
    >
      <MarkShape mark={mark} />
    </svg>
  )
}
