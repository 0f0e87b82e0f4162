import type { Outcome } from '#testing/read-outcome.ts'
import type { Order } from './draw-order.ts'

/** What came of an order. `broken` is what no service may do: an answer in no shape, or none at all. */
export type Ending = Outcome | { kind: 'broken'; what: string }

/** Milliseconds after which a chat counts as hanging. */
export const hangsAfter = 15_000

/** Whether a caller was told the truth: undefined when so, otherwise what was wrong. Pure. */
export function wrongIn({ must, text, status }: Order, ending: Ending, tookMs: number): string | undefined {
  if (ending.kind === 'broken') return ending.what
  if (ending.kind === 'silence') return `ended without an ending after “${ending.text}”`
  if (tookMs > hangsAfter) return `took ${Math.round(tookMs)} ms`
  if (ending.kind === 'whole') {
    if (must === 'error') return `“${ending.text}” was shown as whole`
    return ending.text === text ? undefined : `“${ending.text}” was shown as the whole of “${text}”`
  }
  // A busy machine may miss a deadline of its own, which is told as what it is.
  const isLate = ending.code === 'upstream_timeout'
  if (must === 'whole' && !isLate) return `a whole reply became an error (${ending.code})`
  if (ending.kind === 'frame') {
    return text.startsWith(ending.text) ? undefined : `“${ending.text}” is no beginning of “${text}”`
  }
  if (status !== undefined && ending.status !== status && !isLate) return `was told ${ending.status}, not ${status}`
  return undefined
}
