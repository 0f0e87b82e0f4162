import type { Range } from './catalogue-view.ts'
import type { PlotLayout } from './plot-points.ts'
import { roundedOut } from './plot-scale.ts'

/** A corner of the frame, in CSS pixels from the top left of the plot. */
export interface Corner {
  x: number
  y: number
}

/** The limits that a frame drawn over a plot stands for; an end that lies on the plot's own edge is open. */
export function brushedRanges(layout: PlotLayout, from: Corner, to: Corner): { context: Range; price: Range } {
  const { x, y, free, frame } = layout
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const firstPrice = free?.to ?? frame.left
  return {
    context: {
      ...(bottom < frame.bottom && { min: roundedOut(y.toValue(bottom), 'down') }),
      ...(top > frame.top && { max: roundedOut(y.toValue(top), 'up') }),
    },
    price: {
      ...(left > firstPrice && { min: roundedOut(x.toValue(left), 'down') }),
      // Drawn over nothing but what is free, it means that.
      ...(right < frame.right && { max: right <= firstPrice ? 0 : roundedOut(x.toValue(right), 'up') }),
    },
  }
}
