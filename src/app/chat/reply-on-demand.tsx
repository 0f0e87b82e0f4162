import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PlainMessage } from './plain-message.tsx'
import type { ReplyView } from './reply-view.tsx'

const LazyReply = lazyPart(async () => (await import('./reply-view.tsx')).ReplyView, {
  missing: ({ reply, ...rest }) => <PlainMessage message={reply} {...rest} />,
})

/** A reply, whose script is no part of the first one: there is none before something was sent. */
export function ReplyOnDemand(props: ComponentProps<typeof ReplyView>) {
  return (
    <Suspense fallback={null}>
      <LazyReply {...props} />
    </Suspense>
  )
}
