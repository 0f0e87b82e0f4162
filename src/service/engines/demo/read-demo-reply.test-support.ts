import type { FinishReason, Usage } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { EngineCall } from '#service/engines/engine.ts'
import { createDemoEngine } from './demo-engine.ts'
import { createFakeClock, type FakeClock } from './fake-clock.test-support.ts'

/** A complete streamed reply. */
export interface DemoReading {
  events: ChatEvent[]
  tokens: string[]
  text: string
  usage: Usage | undefined
  reason: FinishReason | undefined
  /** Milliseconds from the first token to the last. */
  duration: number
}

/** Streams a reply from a new engine, by default on a fake clock. */
export async function readDemoReply(call: EngineCall, clock: FakeClock = createFakeClock()): Promise<DemoReading> {
  const events: ChatEvent[] = []
  const tokens: string[] = []
  let first: number | undefined
  let last = 0
  for await (const batch of await createDemoEngine({ clock }).stream(call)) {
    events.push(...batch)
    const texts = batch.flatMap((event) => (event.type === 'text' ? [event.text] : []))
    if (texts.length === 0) continue
    first ??= clock.now()
    last = clock.now()
    tokens.push(...texts)
  }
  const finished = events.find((event) => event.type === 'finished')
  const counted = events.find((event) => event.type === 'usage')
  return {
    events,
    tokens,
    text: tokens.join(''),
    usage: counted?.usage,
    reason: finished?.reasons[0],
    duration: last - (first ?? last),
  }
}
