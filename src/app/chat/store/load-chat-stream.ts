import type { ChatEvent } from '#contract/chat-event.ts'
import type { ReplyRequest } from '#app/data/calls/chat-stream.ts'
import { isPageReachable } from '#app/data/calls/page-host.ts'

const load = () => import('#app/data/calls/chat-stream.ts')

/** Loads and starts the stream reader; called when someone is about to write. */
export function preloadChatStream(): void {
  // A failure shows when a reply is requested.
  void load().then(
    ({ startReader }) => startReader(),
    () => undefined,
  )
}

/** `streamChat`, loaded on demand: it is not part of the first scripts. */
export async function* streamOnDemand(call: ReplyRequest, signal: AbortSignal): AsyncGenerator<ChatEvent[], void> {
  try {
    yield* (await load()).streamChat(call, signal)
  } catch {
    // `streamChat` never rejects, but loading its scripts may.
    const message = (await isPageReachable())
      ? 'Part of this page couldn’t be loaded. Reload the page; your drafts are kept.'
      : 'Parley’s service cannot be reached. Check that it is still running, then retry.'
    yield [{ type: 'failed', error: { message, type: 'connection_error', param: null, code: 'service_unreachable' } }]
  }
}
