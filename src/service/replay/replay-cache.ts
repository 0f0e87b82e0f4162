import { foldCompletion } from '#dialects/completion.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { CancellationToken } from '#service/cancellation.ts'
import type { Engine, EngineCall } from '#service/engines/engine.ts'
import type { Clock, Log } from '#service/service-context.ts'
import { refusalOf } from '#service/service-error.ts'
import { ReplyRecording, eventsOf, readRecording } from './recorded-reply.ts'
import { type HashedRequest, hashRequest } from './request-hash.ts'

/** Keeps texts for a limited time. Losing one costs a call, nothing else. */
export interface ReplayStore {
  /** Undefined if nothing is kept under this key. May reject, but must not wait for long. */
  get(key: string): Promise<string | undefined>
  /** Keeps a text. May reject. */
  set(key: string, text: string): Promise<void>
}

/** What answers a chat: an engine, or a kept reply. */
export type ReplySource = Pick<Engine, 'stream' | 'complete'>

interface AskedReply extends HashedRequest {
  engine: ReplySource
  /** The request's `cache-control` header. */
  cacheControl: string | null | undefined
}

/** Answers identical requests with the reply to the first one. */
export interface ReplayCache {
  /**
   * What answers this request: a kept reply, or the engine, whose reply is then kept if it is complete. Never rejects. Call it
   * after the key, its limits and the request were checked.
   */
  open(asked: AskedReply): Promise<{ source: ReplySource; isHit: boolean }>
}

/** Counts lookups. */
export interface ReplayMeter {
  lookedUp(result: 'hit' | 'miss'): void
}

interface ReplayCacheOptions {
  store: ReplayStore
  clock: Clock
  log: Log
  meter?: ReplayMeter
  /** Longer replies are not kept. In characters. */
  maxReplyLength?: number
}

/** Milliseconds without calls to a store that failed, so that its timeouts don't slow down every request. */
const pauseMs = 1000

/** Creates a cache over a store. If the store fails, requests go to the engines; the log says so once. */
export function createReplayCache(options: ReplayCacheOptions): ReplayCache {
  const { store, clock, log, meter, maxReplyLength = 1024 * 1024 } = options
  let isBroken = false
  let pausedUntil = -Infinity

  async function tryStore<T>(action: () => Promise<T>): Promise<T | undefined> {
    if (clock.now() < pausedUntil) return undefined
    try {
      const result = await action()
      if (isBroken) log.info({}, 'replay cache back')
      isBroken = false
      return result
    } catch (reason) {
      pausedUntil = clock.now() + pauseMs
      const problem = reason instanceof Error ? reason.message : String(reason)
      if (!isBroken) log.warn({ problem }, 'replay cache lost, so every request goes to its engine')
      isBroken = true
      return undefined
    }
  }

  let hasLoggedDamage = false
  async function find(key: string): Promise<readonly ChatEvent[] | undefined> {
    const text = await tryStore(() => store.get(key))
    if (text === undefined) return undefined
    const events = readRecording(text)
    if (!events && !hasLoggedDamage) log.warn({ key }, 'replay cache has an unreadable entry, which is replaced')
    hasLoggedDamage ||= !events
    return events
  }

  return {
    async open({ engine, cacheControl, ...request }) {
      const directives = cacheControl?.toLowerCase().split(/[\s,]+/) ?? []
      if (directives.includes('no-store')) return { source: engine, isHit: false }
      const key = await hashRequest(request)
      if (key === undefined) return { source: engine, isHit: false }
      const events = directives.includes('no-cache') ? undefined : await find(key)
      meter?.lookedUp(events ? 'hit' : 'miss')
      if (events) return { source: replay(events), isHit: true }
      const keep = (text: string) => void tryStore(() => store.set(key, text))
      return { source: record(engine, () => new ReplyRecording(maxReplyLength), keep), isHit: false }
    },
  }
}

/** Sends all events at once. */
function replay(events: readonly ChatEvent[]): ReplySource {
  return {
    stream: async () => oneBatch(events),
    async complete({ identity }) {
      const result = await foldCompletion([events], identity)
      if ('completion' in result) return result.completion
      throw refusalOf(result.error)
    },
  }
}

async function* oneBatch(events: readonly ChatEvent[]) {
  yield events
}

/** Wraps the engine to store its reply once complete, unless the chat was cancelled first. */
function record(engine: ReplySource, start: () => ReplyRecording, keep: (text: string) => void): ReplySource {
  const finish = (recording: ReplyRecording, cancellation: CancellationToken) => {
    const { text } = recording
    if (text !== undefined && !cancellation.isCancelled) keep(text)
  }
  return {
    async stream(call: EngineCall) {
      const batches = await engine.stream(call)
      return recordStream(batches, start(), (recording) => finish(recording, call.cancellation))
    },
    async complete(call) {
      const completion = await engine.complete(call)
      const recording = start()
      recording.add(eventsOf(completion))
      finish(recording, call.cancellation)
      return completion
    },
  }
}

async function* recordStream(
  batches: AsyncIterable<readonly ChatEvent[]>,
  recording: ReplyRecording,
  finish: (recording: ReplyRecording) => void,
) {
  for await (const batch of batches) {
    recording.add(batch)
    // Before the last frame is sent: the caller's next request may come right after it.
    if (batch.at(-1)?.type === 'finished') finish(recording)
    yield batch
  }
}
