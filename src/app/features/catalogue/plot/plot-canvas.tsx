import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Range } from '#app/features/catalogue/facets/facets.ts'
import type { ModelIndex } from '#app/features/catalogue/query/model-index.ts'
import { formatCount } from '#app/ui/format.ts'
import { type PlotInk, drawPlot, drawRing } from './draw-plot.ts'
import type { PlotAxis } from './plot-axes.ts'
import { type PlotLayout, type PlotSize, countAt, pointAt, roundedOut } from './plot-points.ts'

/** A corner of the frame, in CSS pixels from the top left of the plot. */
export interface Corner {
  x: number
  y: number
}

/** The ranges of a frame drawn over a plot; an end at the plot's own edge is open. */
export function brushedRanges(layout: PlotLayout, from: Corner, to: Corner): { across: Range; up: Range } {
  const { x, y, free, frame } = layout
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const firstPrice = free?.to ?? frame.left
  return {
    up: {
      ...(bottom < frame.bottom && { min: roundedOut(y.toValue(bottom), 'down') }),
      ...(top > frame.top && { max: roundedOut(y.toValue(top), 'up') }),
    },
    across: {
      ...(left > firstPrice && { min: roundedOut(x.toValue(left), 'down') }),
      // A frame within the band of free models means free.
      ...(right < frame.right && { max: right <= firstPrice ? 0 : roundedOut(x.toValue(right), 'up') }),
    },
  }
}

interface PlotCanvasProps {
  index: ModelIndex
  layout: PlotLayout
  size: PlotSize
  ink: PlotInk
  across: PlotAxis
  up: PlotAxis
  categoryOf: (place: number) => number
  label: string
  onOpen: (id: string) => void
  onBrush: (across: Range, up: Range) => void
}

/** A pointer that moved less than this clicked instead of drawing. In pixels. */
const slack = 6

/** The plot: hover for details, click to open a model, draw a frame to filter by it. */
export function PlotCanvas({
  index,
  layout,
  size,
  ink,
  across,
  up,
  categoryOf,
  label,
  onOpen,
  onBrush,
}: PlotCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hovered, setHovered] = useState<number>()
  const [frame, setFrame] = useState<{ from: Corner; to: Corner } | null>(null)
  const at = hovered !== undefined && hovered < layout.places.length ? hovered : undefined

  // React doesn't draw a canvas: it is redrawn after each change.
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context) return
    const { width, height } = size
    const scale = devicePixelRatio || 1
    canvas.current.width = Math.round(width * scale)
    canvas.current.height = Math.round(height * scale)
    context.scale(scale, scale)
    drawPlot(context, {
      layout,
      categoryOf,
      ink,
      words: { x: across.tick, y: up.tick },
      titles: { x: across.title, y: up.title },
      nameOf: (place) => index.models[place]?.name ?? '',
    })
    if (at !== undefined) drawRing(context, layout.xs[at] ?? 0, layout.ys[at] ?? 0, ink)
  })

  const model = at === undefined ? undefined : index.models[layout.places[at] ?? -1]
  const others = at === undefined ? 0 : countAt(layout, at) - 1
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        className={`absolute inset-0 size-full touch-pan-y ${model ? 'cursor-pointer' : 'cursor-crosshair'}`}
        onPointerDown={(event) => {
          // Other mouse buttons and further fingers don't draw.
          if (event.button !== 0 || !event.isPrimary) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setFrame({ from: cornerOf(event), to: cornerOf(event) })
        }}
        onPointerMove={(event) => {
          const corner = cornerOf(event)
          if (frame) setFrame({ ...frame, to: corner })
          else setHovered(pointAt(layout, corner.x, corner.y))
        }}
        onPointerUp={(event) => {
          if (!frame || !event.isPrimary) return
          const { from } = frame
          const to = cornerOf(event)
          setFrame(null)
          if (Math.abs(to.x - from.x) > slack || Math.abs(to.y - from.y) > slack) {
            const ranges = brushedRanges(layout, from, to)
            onBrush(ranges.across, ranges.up)
            return
          }
          const pressed = index.models[layout.places[pointAt(layout, to.x, to.y) ?? -1] ?? -1]
          if (pressed) onOpen(pressed.id)
        }}
        onPointerCancel={() => setFrame(null)}
        onPointerLeave={() => setHovered(undefined)}
      />
      {frame && (
        <div
          className="pointer-events-none absolute border border-accent bg-accent/10"
          style={{
            left: Math.min(frame.from.x, frame.to.x),
            top: Math.min(frame.from.y, frame.to.y),
            width: Math.abs(frame.to.x - frame.from.x),
            height: Math.abs(frame.to.y - frame.from.y),
          }}
        />
      )}
      {model && at !== undefined && !frame && (
        <div
          className="pointer-events-none absolute z-2 w-max max-w-64 rounded-md border border-line bg-surface-raised px-2.5 py-1.5 text-xs shadow-float"
          style={besides(layout.xs[at] ?? 0, layout.ys[at] ?? 0, size)}
        >
          <p dir="auto" className="truncate font-semibold">
            {model.name}
          </p>
          <p dir="auto" className="truncate font-mono text-text-muted">
            {model.id}
          </p>
          <p className="tabular-nums">
            {[across, up].map((axis) => axis.words(axis.values[layout.places[at] ?? -1] ?? 0)).join(' · ')}
          </p>
          {others > 0 && <p className="text-text-muted">{formatCount(others)} more at this point</p>}
        </div>
      )}
    </>
  )
}

function cornerOf({ nativeEvent }: PointerEvent): Corner {
  return { x: nativeEvent.offsetX, y: nativeEvent.offsetY }
}

/** Next to a point, on the side that has room. */
function besides(x: number, y: number, { width, height }: PlotSize) {
  return {
    ...(x > width / 2 ? { right: width - x + 14 } : { left: x + 14 }),
    ...(y > height / 2 ? { bottom: height - y + 6 } : { top: y + 6 }),
  }
}
