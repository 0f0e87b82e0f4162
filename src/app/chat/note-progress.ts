import type { ProgressPoint } from '#app/data/message.ts'

/** More than a small chart can show apart, few enough to keep with every reply. */
export const mostPoints = 60

/** The shortest time between points, in milliseconds. */
const shortest = 50

/**
 * Adds a point to those of a reply, which stay in order and at most `mostPoints`: of each stretch of time the last one is
 * kept, and the stretches double whenever there would be too many. The first and the newest point are always exact.
 */
export function noteProgress(points: readonly ProgressPoint[], next: ProgressPoint): readonly ProgressPoint[] {
  const first = points[0]
  if (!first) return [next]
  let stretch = shortest
  while ((next.at - first.at) / stretch > mostPoints - 2) stretch *= 2
  const placeOf = ({ at }: ProgressPoint) => Math.ceil((at - first.at) / stretch)
  const all = [...points, next]
  return all.filter((point, index) => {
    const after = all[index + 1]
    return index === 0 || after === undefined || placeOf(after) !== placeOf(point)
  })
}
