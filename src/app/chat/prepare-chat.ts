import { prepareParts } from '#app/ui/lazy-part.tsx'
import { onceDrawn } from '#app/ui/once-drawn.ts'
import { prepareStream } from './stream-on-demand.ts'

/** How long a page on which one can write is left to itself before the rest of it is fetched, in milliseconds. */
const quietTime = 1_500

let isUnderWay = false

/** Fetches what draws messages and what asks for replies; what is here already costs nothing. */
export function prepareChat(): void {
  prepareParts()
  // Of the parts it is the only one within another. A failure shows when a reply is drawn.
  void import('./reply-view.tsx').catch(() => undefined)
  prepareStream()
}

/** Does so once the page stands, though nobody writes yet: by then the service may be gone. */
export function prepareChatSoon(): void {
  if (isUnderWay) return
  isUnderWay = true
  setTimeout(() => onceDrawn(prepareChat), quietTime)
}
