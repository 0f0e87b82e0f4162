import type { ChatEvent } from '#contract/chat-event.ts'
import type { ReplyRequest } from '#app/data/calls/chat-stream.ts'
import { isPageReachable } from '#app/data/calls/page-host.ts'

const load = () => import('#app/data/calls/chat-stream.ts')

/** Fetches what reads replies, and starts it; called once somebody is about to write. */
export function preloadChatStream(): void {
  // A failure shows when a reply is asked for.
  void load().then(
    ({ startReader }) => startReader(),
    () => undefined,
  )
}

/** Streams a reply as `streamChat` does, whose script is no part of the first one. */
export async function* streamOnDemand(call: ReplyRequest, signal: AbortSignal): AsyncGenerator<ChatEvent[], void> {
  try {
    yield* (await load()).streamChat(call, signal)
  } catch {
    // It never rejects by itself, but some of its own scripts are fetched on the way.
    const message = (await isPageReachable())
      ? 'Part of this page could not be loaded. Reload the page; what you wrote is kept.'
      : 'Parley’s service cannot be reached. Check that it is still running, then retry.'
    yield [{ type: 'failed', error: { message, type: 'connection_error', param: null, code: 'service_unreachable' } }]
  }
}
