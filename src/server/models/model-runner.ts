import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatEvent } from '#contract/chat-event.ts'
import { errorOf } from '#contract/errors.ts'
import type { LocalCall } from '#service/engines/gguf/model-runtime.ts'
import type { Log } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'
import type { LoadOptions } from './messages.ts'
import { type ModelProcess, ModelProcessEnded, UnusableModelError, startModelProcess } from './model-process.ts'
import { SlotQueue } from './slot-queue.ts'

/** Receives measurements of local models. Names of models come from files, so their number is bounded. */
export interface ModelMeter {
  queueChanged(waiting: number, running: number): void
  loaded(model: string, seconds: number): void
  unloaded(model: string): void
  crashed(model: string): void
  replied(model: string, tokens: number, seconds: number): void
}

interface RunnerOptions {
  slots: number
  queue: number
  /** A model is unloaded after this time without a chat, in milliseconds. */
  idleMs: number
  log: Log
  meter: ModelMeter
}

interface Running {
  model: string
  path: string
  process: ModelProcess
}

/** In milliseconds: the wait before a start after so many crashes in a row, and how long a chat waits for it. */
const backOffMs = [0, 250, 500, 1000, 8000]
const longestBackOffMs = 30_000
const longestWaitMs = 5000

/** Runs one model at a time in a process of its own: starts it on demand, again after a crash, and ends it when idle. */
export class ModelRunner {
  readonly #options: RunnerOptions
  readonly #queue: SlotQueue
  #running: Running | undefined
  #idle: NodeJS.Timeout | undefined
  /** By model: crashes since its last reply, and when it may start again. */
  readonly #crashes = new Map<string, { count: number; nextStart: number }>()

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#queue = new SlotQueue(options.slots, options.queue)
  }

  /** The process of the model that is loaded, for tests of crashes. */
  get pid(): number | undefined {
    return this.#running?.process.pid
  }

  /** As `ModelRuntime.chat`. Throws an `UnusableModelError` if the model can't be loaded. */
  async *chat({ name, request, replyId, signal }: LocalCall, load: LoadOptions): AsyncGenerator<readonly ChatEvent[]> {
    const { meter } = this.#options
    const entered = this.#queue.enter(name, signal)
    this.#report()
    try {
      await entered
    } finally {
      this.#report()
    }
    clearTimeout(this.#idle)
    let isLeft = false
    const leave = () => {
      if (isLeft) return
      isLeft = true
      this.#queue.leave()
      this.#report()
      if (this.#queue.active === 0) this.#idle = setTimeout(() => this.stop(), this.#options.idleMs).unref()
    }
    let ended: Promise<unknown> | undefined
    try {
      const process = await this.#processOf(name, load, signal)
      if (signal.aborted) return
      const chat = process.chat(request, replyId, signal)
      ended = chat.ended.then((result) => {
        if (result) this.#crashes.delete(name)
        if (result && result.tokens > 0) meter.replied(name, result.tokens, result.ms / 1000)
        leave()
      })
      yield* chat.events
    } catch (reason) {
      if (!(reason instanceof ModelProcessEnded)) throw reason
      const message = `The model process crashed (${reason.message}). Try again: it restarts automatically.`
      yield [{ type: 'failed', error: errorOf('upstream_cut', message) }]
    } finally {
      // A slot that is still in use is free when the process says so.
      if (!ended) leave()
    }
  }

  /** Ends the process, if there is one. Its chats end with an error. */
  stop(): void {
    clearTimeout(this.#idle)
    this.#running?.process.stop()
    this.#running = undefined
  }

  /** Only called with a slot, so no chat of another model is running. */
  async #processOf(model: string, load: LoadOptions, signal: AbortSignal): Promise<ModelProcess> {
    if (this.#running?.model !== model || this.#running.path !== load.path) {
      this.stop()
      await this.#waitForStart(model, signal)
      // Another chat of this model may have started it in the meantime.
      if (this.#running === undefined) this.#start(model, load)
    }
    const running: Running | undefined = this.#running
    if (!running) throw new ModelProcessEnded('it was stopped')
    await Promise.race([running.process.ready, untilAborted(signal)])
    return running.process
  }

  async #waitForStart(model: string, signal: AbortSignal): Promise<void> {
    const { count = 0, nextStart = 0 } = this.#crashes.get(model) ?? {}
    const wait = nextStart - Date.now()
    if (wait > longestWaitMs) {
      const seconds = Math.ceil(wait / 1000)
      const message = `The model process crashed ${count} times in a row and restarts in ${seconds} s. The reason is in Parley’s log.`
      throw refuse('overloaded', message, { headers: { 'retry-after': String(seconds) } })
    }
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined)
  }

  #start(model: string, load: LoadOptions): void {
    const { log, meter } = this.#options
    const startedAt = performance.now()
    const running = { model, path: load.path, process: startModelProcess(load) }
    this.#running = running
    running.process.ready.then(
      () => {
        const seconds = (performance.now() - startedAt) / 1000
        meter.loaded(model, seconds)
        log.info({ model, process: running.process.pid, seconds }, 'model loaded')
      },
      (reason: unknown) => {
        if (!(reason instanceof UnusableModelError)) return
        log.warn({ model, problem: reason.message }, 'model not loaded')
        if (this.#running === running) this.stop()
      },
    )
    void running.process.exited.then(({ wasStopped, how, errors }) => {
      if (this.#running === running) this.#running = undefined
      meter.unloaded(model)
      if (wasStopped) {
        log.info({ model }, 'model unloaded')
        return
      }
      const count = (this.#crashes.get(model)?.count ?? 0) + 1
      this.#crashes.set(model, { count, nextStart: Date.now() + (backOffMs[count] ?? longestBackOffMs) })
      meter.crashed(model)
      log.error({ model, how, errors, crashes: count }, 'model process ended')
    })
  }

  #report(): void {
    this.#options.meter.queueChanged(this.#queue.length, this.#queue.active)
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
