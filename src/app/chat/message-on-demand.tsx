import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { MessageRow } from './message-row.tsx'
import { PlainMessage } from './plain-message.tsx'

const LazyRow = lazyPart(async () => (await import('./message-row.tsx')).MessageRow, {
  missing: PlainMessage,
  isEarly: true,
})

/**
 * A message, whose script is no part of the first one: there is none before something was said. All that changes a
 * message comes with it at once, as an editor still to be loaded would lose the first letters typed.
 */
export function MessageOnDemand(props: ComponentProps<typeof MessageRow>) {
  return (
    <Suspense fallback={null}>
      <LazyRow {...props} />
    </Suspense>
  )
}
