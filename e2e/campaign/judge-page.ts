import type { PageFault } from './draw-page-fault.ts'

/** What stands in the page once a reply is over, or once it was waited for long enough. */
export interface Seen {
  /** The last reply's `data-state`. */
  state: string
  /** Its text. */
  text: string
  /** The last message that was sent. */
  sent: string
}

const over = new Set(['done', 'stopped', 'failed', 'interrupted'])
const words = (text: string) => text.trim().replaceAll(/\s+/gu, ' ')

/** Whether the page tells the truth: undefined when so, otherwise what is wrong. Pure. */
export function wrongOnPage({ order, wire, restarts }: PageFault, { state, text, sent }: Seen, asked: string) {
  if (sent !== asked) return `“${asked}” is gone; “${sent}” stands in its place`
  if (!over.has(state)) return `still ${state}`
  if (state !== 'done') return order.must === 'whole' && !wire && !restarts ? `a whole reply is ${state}` : undefined
  if (order.must === 'error') return `“${text}” is shown as done`
  return words(text) === words(order.text) ? undefined : `“${text}” is shown as done, of “${order.text}”`
}
