/** A logarithmic scale between figures and pixels. */
export interface LogScale {
  toPixel: (value: number) => number
  toValue: (pixel: number) => number
  /** Round figures to draw lines at. */
  ticks: readonly number[]
}

/** The scale on which all of `values` stand between two pixels; figures of 0 and below belong on none. */
export function logScale(values: Iterable<number>, from: number, to: number): LogScale {
  let least = Number.POSITIVE_INFINITY
  let most = 0
  for (const value of values) {
    if (!(value > 0)) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  if (most === 0) [least, most] = [1, 10]
  // Half a step of room at either end, and never nothing between them.
  const low = Math.log10(least) - 0.12
  const high = Math.max(Math.log10(most) + 0.12, low + 0.5)
  const perStep = (to - from) / (high - low)
  return {
    toPixel: (value) => from + (Math.log10(value) - low) * perStep,
    toValue: (pixel) => 10 ** (low + (pixel - from) / perStep),
    ticks: ticksBetween(low, high, Math.abs(to - from) / 56),
  }
}

/** 1, 2 and 5 of every power of ten where there is room for so many, else fewer. */
function ticksBetween(low: number, high: number, room: number): number[] {
  const powers: number[] = []
  for (let power = Math.floor(low); power <= Math.ceil(high); power++) powers.push(power)
  const steps = [[1, 2, 5], [1, 3], [1]].find((each) => each.length * (high - low) <= room) ?? [1]
  const every = steps.length === 1 ? Math.max(1, Math.ceil((high - low) / Math.max(1, room))) : 1
  return powers
    .filter((_, place) => place % every === 0)
    .flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
    .filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high)
}

/** A limit that a hand has drawn, to three places: outwards, so that what it touches stays within. */
export function roundedOut(value: number, direction: 'down' | 'up'): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2)
  const steps = direction === 'down' ? Math.floor(value / unit) : Math.ceil(value / unit)
  return Number((steps * unit).toPrecision(3))
}
