import type { ChatEvent } from '#contract/chat-event.ts'
import type { RecordedExchange } from './exchange-recorder.ts'
import type { ReadingEnd } from './read-reply.ts'
import { trustedReaderUrl } from './script-urls.ts'
import type { ServiceCall } from './service-call.ts'

/** What the page says to the reader, of the reading that bears this number. */
export type ToReader =
  | { reading: number; call: ServiceCall }
  | { reading: number; abort: true }
  | { reading: number; inspect: string }

/** What the reader says to the page; `ready` once, before anything else. */
export type FromReader =
  | { ready: true }
  | { reading: number; events: ChatEvent[] }
  | { reading: number; end: ReadingEnd }
  | { reading: number; exchange: RecordedExchange | undefined }

/** Reads replies off the main thread, as `readReply` does. */
export interface ReplyReader {
  read(call: ServiceCall, signal: AbortSignal, handOver: (events: ChatEvent[]) => void): Promise<ReadingEnd>
  /** The exchange of a reply that was read here; undefined where there is none. */
  inspect(replyId: string): Promise<RecordedExchange | undefined>
  /** True once the worker has broken down: whatever it was reading has ended without an ending. */
  readonly broken: boolean
}

interface Reading {
  handOver(events: ChatEvent[]): void
  end(how: ReadingEnd): void
}

/** Starts a reader; undefined where workers are missing or this one does not start. */
export async function startReplyReader(): Promise<ReplyReader | undefined> {
  if (typeof Worker === 'undefined') return undefined
  const worker = openWorker()
  if (!worker) return undefined
  const readings = new Map<number, Reading>()
  const inspecting = new Map<number, (exchange: RecordedExchange | undefined) => void>()
  let count = 0
  let broken = false

  const started = await new Promise<boolean>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
      if ('ready' in data) resolve(true)
      else if ('events' in data) readings.get(data.reading)?.handOver(data.events)
      else if ('exchange' in data) inspecting.get(data.reading)?.(data.exchange)
      else readings.get(data.reading)?.end(data.end)
    })
    worker.addEventListener('error', () => {
      resolve(false)
      broken = true
      worker.terminate()
      for (const reading of readings.values()) reading.end({})
      for (const tell of inspecting.values()) tell(undefined)
    })
  })
  if (!started) return undefined

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has none
  const say = (message: ToReader) => worker.postMessage(message)
  return {
    read: (call, signal, handOver) =>
      new Promise((resolve) => {
        const reading = (count += 1)
        const abort = () => {
          say({ reading, abort: true })
          end({})
        }
        const end = (how: ReadingEnd) => {
          readings.delete(reading)
          signal.removeEventListener('abort', abort)
          resolve(how)
        }
        if (signal.aborted) return resolve({})
        readings.set(reading, { handOver, end })
        signal.addEventListener('abort', abort)
        say({ reading, call })
      }),
    inspect: (replyId) =>
      new Promise((resolve) => {
        const reading = (count += 1)
        if (broken) return resolve(undefined)
        inspecting.set(reading, (exchange) => {
          inspecting.delete(reading)
          resolve(exchange)
        })
        say({ reading, inspect: replyId })
      }),
    get broken() {
      return broken
    },
  }
}

function openWorker(): Worker | undefined {
  try {
    return new Worker(trustedReaderUrl(), { type: 'module', name: 'reply-reader' })
  } catch {
    // A policy of the browser or of an extension forbids it.
    return undefined
  }
}
