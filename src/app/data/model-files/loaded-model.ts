import type { ChatEvent } from '#contract/chat-event.ts'
import { errorOf } from '#contract/errors.ts'
import type { JsonRecord } from '#contract/json.ts'
import { modelWorkerUrl } from '#app/data/calls/worker-scripts.ts'

/** How a model is loaded. */
export interface LoadRequest {
  /** The model's files, in order. */
  files: readonly Blob[]
  /** In tokens. */
  contextLength: number
  /** The most threads to use. Without shared memory there is one in any case. */
  maxThreads: number
  /** How many chats run at a time. They share the context. */
  slots: number
  /** Where the engine's WebAssembly file is cached for use without a network; null if it isn't. */
  cacheName: string | null
}

/** With what a model was loaded. */
export interface LoadedFacts {
  threads: number
  /** Whether a graphics card computes. */
  usesGpu: boolean
}

/** Messages from the page to a model's worker. `call` identifies one chat. */
export type LlamaRequest = { load: LoadRequest } | { call: number; body: JsonRecord } | { call: number; abort: true }

/** Messages from a model's worker to the page. A call ends with `ended`. */
export type LlamaMessage =
  | { ready: true }
  | { bytesRead: number }
  | { loaded: LoadedFacts }
  /** The model couldn't be loaded, or its engine has crashed. In the engine's words. */
  | { crashed: string }
  | { call: number; events: readonly ChatEvent[] }
  | { call: number; ended: true }

/** A model in memory. */
export interface LoadedModel extends LoadedFacts {
  /**
   * Streams a reply to a request in llama.cpp's form. Ends at once when `signal` aborts, without a final event. If the
   * engine crashes, the reply ends as `failed`, and the model can't be used any more.
   */
  chat(body: JsonRecord, signal: AbortSignal): AsyncGenerator<readonly ChatEvent[]>
  /** Frees its memory. Running replies end as `failed`. */
  close(): void
}

/** The engine couldn't load a model. `words` are the engine's own. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly words: string

  constructor(words: string) {
    super(words)
    this.words = words
  }
}

interface Call {
  onEvents(events: readonly ChatEvent[]): void
  onEnd(): void
}

/**
 * Loads a model into a worker of its own. Rejects with `EngineFailure`, or with the signal's reason. `onRead` gets the
 * bytes read so far; `onCrash` is called once if the engine crashes later.
 */
export async function loadModel(
  request: Omit<LoadRequest, 'slots'>,
  { signal, onRead, onCrash }: { signal: AbortSignal; onRead(bytes: number): void; onCrash(words: string): void },
): Promise<LoadedModel> {
  signal.throwIfAborted()
  const worker = new Worker(modelWorkerUrl(), { type: 'module', name: 'model' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has none
  const post = (message: LlamaRequest) => worker.postMessage(message)
  const calls = new Map<number, Call>()
  let count = 0
  let isClosed = false
  let closedEvent: ChatEvent = { type: 'failed', error: errorOf('upstream_cut', crashMessage) }

  function close(reason: string): void {
    if (isClosed) return
    isClosed = true
    worker.terminate()
    closedEvent = { type: 'failed', error: errorOf('upstream_cut', reason) }
    for (const call of calls.values()) {
      call.onEvents([closedEvent])
      call.onEnd()
    }
  }

  const facts = await new Promise<LoadedFacts>((resolve, reject) => {
    let isLoaded = false
    const fail = (words: string) => {
      close(crashMessage)
      if (isLoaded) onCrash(words)
      else reject(new EngineFailure(words))
    }
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      fail(event.message || 'The worker of the engine didn’t start.')
    })
    worker.addEventListener('message', ({ data }: MessageEvent<LlamaMessage>) => {
      if ('ready' in data) post({ load: { ...request, slots: maxCalls } })
      else if ('bytesRead' in data) onRead(data.bytesRead)
      else if ('loaded' in data) {
        isLoaded = true
        resolve(data.loaded)
      } else if ('crashed' in data) fail(data.crashed)
      else if ('events' in data) calls.get(data.call)?.onEvents(data.events)
      else calls.get(data.call)?.onEnd()
    })
    signal.addEventListener('abort', () => {
      reject(signal.reason)
      close(crashMessage)
    })
  })

  const slots = createSlots(maxCalls)
  return {
    ...facts,
    close: () => close('The model was unloaded before its reply finished. Send the message again to load it.'),
    async *chat(body, callSignal) {
      const call = (count += 1)
      const batches: (readonly ChatEvent[])[] = []
      let isDone = false
      let wake: (() => void) | undefined
      const onEnd = () => {
        isDone = true
        wake?.()
      }
      const onEvents = (events: readonly ChatEvent[]) => {
        batches.push(events)
        wake?.()
      }
      if (!(await slots.acquire(callSignal))) return
      calls.set(call, { onEvents, onEnd })
      callSignal.addEventListener('abort', onEnd)
      try {
        if (callSignal.aborted) return
        if (isClosed) {
          yield [closedEvent]
          return
        }
        post({ call, body })
        for (;;) {
          const batch = batches.shift()
          if (callSignal.aborted || (!batch && isDone)) return
          if (batch) yield batch
          else await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        slots.release()
        calls.delete(call)
        callSignal.removeEventListener('abort', onEnd)
        if (!isDone || callSignal.aborted) post({ call, abort: true })
      }
    },
  }
}

const crashMessage =
  'The model’s engine has crashed, most likely because it ran out of memory. Send the message again to load the model anew.'

/** How many chats run at a time. The engine never starts a chat for which it has no slot. */
const maxCalls = 4

/** Lets `count` run at a time; others wait in order. */
function createSlots(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return {
    /** Resolves when a slot is taken, or to false if the signal aborts before. */
    acquire: (signal: AbortSignal): Promise<boolean> =>
      new Promise((resolve) => {
        const start = () => {
          signal.removeEventListener('abort', leave)
          free -= 1
          resolve(true)
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(start), 1)
          resolve(false)
        }
        if (signal.aborted) return resolve(false)
        if (free > 0) return start()
        waiting.push(start)
        signal.addEventListener('abort', leave, { once: true })
      }),
    release() {
      free += 1
      waiting.shift()?.()
    },
  }
}
