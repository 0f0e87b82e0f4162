import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { ReplyView } from './reply-view.tsx'

const load = () => import('./reply-view.tsx')
const LazyReply = lazyPart(async () => (await load()).ReplyView)

/** Fetches what draws replies, with the markdown below it; called once somebody is about to write. */
export function prepareReplies(): void {
  // A failure shows when a reply is drawn.
  void load().catch(() => undefined)
}

/** A reply, whose script is no part of the first one: there is none before something was sent. */
export function ReplyOnDemand(props: ComponentProps<typeof ReplyView>) {
  return (
    <Suspense fallback={null}>
      <LazyReply {...props} />
    </Suspense>
  )
}
