import type { ChatEvent } from '#contract/chat-event.ts'
import type { ChatRequestBody } from '#app/data/calls/chat-stream.ts'
import type { Reply } from '#app/data/message.ts'
import { createConversationStore } from './conversation-store.ts'

/** A store over streams that the test writes by hand, and frames that it paints by hand. */
export function setUp() {
  const requests: ChatRequestBody[] = []
  /** Beside each request, the text in which its further fields were written. */
  const written: (string | undefined)[] = []
  const signals: AbortSignal[] = []
  let frame: (() => void) | undefined
  let push: (events: ChatEvent[] | null) => void = () => undefined
  let frames = 0

  const store = createConversationStore({
    now: () => 0,
    schedule: (callback) => {
      frames += 1
      frame = callback
    },
    async *stream({ body, rawJson: text }, signal) {
      requests.push(body)
      written.push(text)
      signals.push(signal)
      for (;;) {
        const events = await new Promise<ChatEvent[] | null>((resolve) => (push = resolve))
        if (events === null) return
        yield events
      }
    },
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    store,
    requests,
    written,
    signals,
    frames: () => frames,
    say(text: string) {
      store.getState().setDraft(text)
      store.getState().send('parley/echo')
    },
    async arrive(...events: ChatEvent[]) {
      push(events)
      await settle()
    },
    async close() {
      push(null)
      await settle()
    },
    paint: () => frame?.(),
    reply(): Reply {
      const last = store.getState().messages.at(-1)
      if (last?.kind !== 'reply') throw new Error('The last message is no reply')
      return last
    },
  }
}

/** A piece of a reply. */
export const text = (piece: string): ChatEvent => ({ type: 'text', choice: 0, text: piece })
/** The ending of one. */
export const finished: ChatEvent = { type: 'finished', reasons: { 0: 'stop' } }
