import type { PlotLayout } from './plot-points.ts'

/** Shapes that can be distinguished at a few pixels, one per category. */
export const pointShapes = ['circle', 'square', 'triangle', 'diamond', 'cross', 'down', 'bar', 'dot'] as const
export type PointShape = (typeof pointShapes)[number]

/** The colours and font of the current theme. */
export interface PlotInk {
  text: string
  /** For names. */
  strong: string
  line: string
  surface: string
  accent: string
  font: string
  /** Per category; the last is for all other makers. */
  categories: readonly string[]
}

interface Drawing {
  layout: PlotLayout
  /** The category of each model, by its place in the index. */
  categoryOf: (place: number) => number
  ink: PlotInk
  words: { x: (value: number) => string; y: (value: number) => string }
  /** Of the axes. */
  titles: { x: string; y: string }
  /** A model's name, by its place in the index. */
  nameOf: (place: number) => string
}

/** Draws axes and points; 20,000 points take a few milliseconds. */
export function drawPlot(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { layout, categoryOf, ink, words, titles } = drawing
  const { frame, x, y, free, places, xs, ys } = layout
  context.font = ink.font
  context.lineWidth = 1
  context.fillStyle = ink.text
  context.strokeStyle = ink.line
  context.textBaseline = 'middle'
  context.textAlign = 'end'
  for (const tick of y.ticks) {
    const at = Math.round(y.toPixel(tick)) + 0.5
    line(context, frame.left, at, frame.right, at)
    context.fillText(words.y(tick), frame.left - 8, at)
  }
  context.textAlign = 'center'
  context.textBaseline = 'top'
  let writtenTo = Number.NEGATIVE_INFINITY
  const write = (text: string, at: number) => {
    const half = context.measureText(text).width / 2
    // Skips a label that would overlap its neighbour.
    if (at - half < writtenTo) return
    context.fillText(text, at, frame.bottom + 8)
    writtenTo = at + half + 6
  }
  if (free) write('Free', (free.from + free.to) / 2)
  for (const tick of x.ticks) {
    const at = Math.round(x.toPixel(tick)) + 0.5
    line(context, at, frame.top, at, frame.bottom)
    write(words.x(tick), at)
  }

  context.textAlign = 'end'
  context.fillText(titles.x, frame.right, frame.bottom + 25)
  context.textAlign = 'start'
  context.fillText(titles.y, 16, 4)
  traceFront(context, drawing)

  const size = places.length > 3000 ? 2.25 : places.length > 600 ? 3 : 4
  context.globalAlpha = places.length > 600 ? 0.7 : 0.9
  for (const [category, colour] of ink.categories.entries()) {
    context.fillStyle = colour
    context.beginPath()
    for (let at = 0; at < places.length; at++) {
      if (categoryOf(places[at] ?? 0) !== category) continue
      traceShape(context, pointShapes[category] ?? 'dot', xs[at] ?? 0, ys[at] ?? 0, size)
    }
    context.fill()
  }
  context.globalAlpha = 1
  writeLabels(context, drawing)
}

/** The Pareto front as a dashed line: from each of its points to where the next one is across, then up to it. */
function traceFront(
  context: CanvasRenderingContext2D,
  { layout: { front, xs, ys, frame, isLowBetter }, ink }: Drawing,
): void {
  if (front.length === 0) return
  context.save()
  context.strokeStyle = ink.text
  context.setLineDash([4, 3])
  context.beginPath()
  for (const [order, at] of front.entries()) {
    const [x = 0, y = 0] = [xs[at], ys[at]]
    if (order === 0) context.moveTo(x, y)
    else {
      context.lineTo(x, ys[front[order - 1] ?? 0] ?? y)
      context.lineTo(x, y)
    }
  }
  context.lineTo(isLowBetter ? frame.right : frame.left, ys[front.at(-1) ?? 0] ?? 0)
  context.stroke()
  context.restore()
}

/** More labels than this would hide the points. */
const maxCounts = 60

/** The names of the models on the Pareto front, then how many points overlap. A label that would cover another is left out. */
function writeLabels(context: CanvasRenderingContext2D, { layout, ink, nameOf }: Drawing): void {
  const { xs, ys, places, front, overlaps, frame } = layout
  const taken: { left: number; right: number; top: number; bottom: number }[] = []
  const write = (text: string, x: number, y: number, isBold: boolean) => {
    const { width } = context.measureText(text)
    const left = Math.min(x, frame.right - width)
    const box = { left: left - 2, right: left + width + 2, top: y - 6, bottom: y + 6 }
    const isCovering = taken.some(
      (each) => box.left < each.right && each.left < box.right && box.top < each.bottom && each.top < box.bottom,
    )
    if (isCovering || box.top < 0) return
    taken.push(box)
    // A rim of the background keeps the text legible on points and lines.
    context.lineWidth = 3
    context.strokeStyle = ink.surface
    context.strokeText(text, left, y)
    context.fillStyle = isBold ? ink.strong : ink.text
    context.fillText(text, left, y)
  }
  context.save()
  context.textAlign = 'start'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  for (const at of front) write(nameOf(places[at] ?? -1), (xs[at] ?? 0) + 7, (ys[at] ?? 0) - 10, true)
  for (const { at, count } of overlaps.slice(0, maxCounts)) {
    write(String(count), (xs[at] ?? 0) + 6, (ys[at] ?? 0) + 7, false)
  }
  context.restore()
}

/** Highlights the point under the pointer. */
export function drawRing(context: CanvasRenderingContext2D, x: number, y: number, ink: PlotInk): void {
  context.lineWidth = 2
  context.strokeStyle = ink.surface
  circle(context, x, y, 8.5)
  context.strokeStyle = ink.accent
  circle(context, x, y, 7)
}

function circle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath()
  context.moveTo(x1, y1)
  context.lineTo(x2, y2)
  context.stroke()
}

function traceShape(path: CanvasRenderingContext2D, shape: PointShape, x: number, y: number, size: number): void {
  switch (shape) {
    case 'circle':
      path.moveTo(x + size, y)
      path.arc(x, y, size, 0, 2 * Math.PI)
      return
    case 'square':
      return path.rect(x - size * 0.88, y - size * 0.88, size * 1.76, size * 1.76)
    case 'triangle':
      return corners(path, [x, y - size * 1.2, x + size * 1.15, y + size * 0.85, x - size * 1.15, y + size * 0.85])
    case 'down':
      return corners(path, [x, y + size * 1.2, x + size * 1.15, y - size * 0.85, x - size * 1.15, y - size * 0.85])
    case 'diamond':
      return corners(path, [x, y - size * 1.35, x + size * 1.35, y, x, y + size * 1.35, x - size * 1.35, y])
    case 'cross':
      path.rect(x - size * 1.25, y - size * 0.4, size * 2.5, size * 0.8)
      return path.rect(x - size * 0.4, y - size * 1.25, size * 0.8, size * 2.5)
    case 'bar':
      return path.rect(x - size * 1.3, y - size * 0.5, size * 2.6, size)
    case 'dot':
      path.moveTo(x + size * 0.65, y)
      path.arc(x, y, size * 0.65, 0, 2 * Math.PI)
  }
}

function corners(path: CanvasRenderingContext2D, [x = 0, y = 0, ...rest]: readonly number[]): void {
  path.moveTo(x, y)
  for (let at = 0; at < rest.length; at += 2) path.lineTo(rest[at] ?? 0, rest[at + 1] ?? 0)
  path.closePath()
}
