/**
 * How many letters were left out, added, changed or swapped with their neighbour between two words; anything above
 * `limit` is `limit + 1`. The optimal string alignment distance.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    let least = row
    for (let place = 1; place <= other.length; place++) {
      const isSame = one[row - 1] === other[place - 1]
      let cost = Math.min(at(last, place) + 1, at(next, place - 1) + 1, at(last, place - 1) + (isSame ? 0 : 1))
      if (row > 1 && place > 1 && one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1]) {
        cost = Math.min(cost, at(beforeLast, place - 2) + 1)
      }
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = next
  }
  return Math.min(at(last, other.length), limit + 1)
}

function at(row: readonly number[], place: number): number {
  return row[place] ?? Number.POSITIVE_INFINITY
}
