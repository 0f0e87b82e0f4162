import type { ChatEvent } from '#contract/chat-event.ts'
import type { ChatCall } from '#app/data/chat-stream.ts'

const load = () => import('#app/data/chat-stream.ts')

/** Fetches what reads replies, and starts it; called once somebody is about to write. */
export function prepareStream(): void {
  // A failure shows when a reply is asked for.
  void load().then(
    ({ prepareChatStream }) => prepareChatStream(),
    () => undefined,
  )
}

/** Streams a reply as `streamChat` does, whose script is no part of the first one. */
export async function* streamOnDemand(call: ChatCall, signal: AbortSignal): AsyncGenerator<ChatEvent[], void> {
  try {
    yield* (await load()).streamChat(call, signal)
  } catch {
    // It never rejects by itself, but some of its own scripts are fetched on the way.
    yield [{ type: 'failed', error: notLoaded }]
  }
}

const notLoaded = {
  message: 'A part of this page could not be loaded. Check the connection, then retry; what you wrote is kept.',
  type: 'connection_error' as const,
  param: null,
  code: 'service_unreachable' as const,
}
