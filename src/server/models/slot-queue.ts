import { refuse } from '#service/service-error.ts'

interface Waiting {
  model: string
  enter: () => void
}

/** Lets chats in: several of one model at a time, in the order in which they came. */
export class SlotQueue {
  readonly #slots: number
  readonly #longest: number
  readonly #waiting: Waiting[] = []
  #active = 0
  #model: string | undefined

  /** `slots` chats run at a time, and `longest` may wait. */
  constructor(slots: number, longest: number) {
    this.#slots = slots
    this.#longest = longest
  }

  get length(): number {
    return this.#waiting.length
  }

  get active(): number {
    return this.#active
  }

  /**
   * Waits for a slot. The caller must call `leave` afterwards. A model only gets one when no chat of another model runs.
   * Rejects with a `ServiceError` (503) when too many wait, and with the signal's reason when it aborts.
   */
  enter(model: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#waiting.length >= this.#longest && !(this.#waiting.length === 0 && this.#mayEnter(model))) {
      const message = `The queue for local models is full (${this.#longest}). Try again in a few seconds, or raise PARLEY_MODEL_QUEUE.`
      throw refuse('overloaded', message, { headers: { 'retry-after': '5' } })
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        model,
        enter() {
          signal.removeEventListener('abort', give)
          resolve()
        },
      }
      const give = () => {
        const place = this.#waiting.indexOf(waiting)
        if (place < 0) return
        this.#waiting.splice(place, 1)
        reject(signal.reason instanceof Error ? signal.reason : new Error('The chat was cancelled.'))
        this.#admit()
      }
      signal.addEventListener('abort', give, { once: true })
      this.#waiting.push(waiting)
      this.#admit()
    })
  }

  leave(): void {
    this.#active--
    this.#admit()
  }

  #mayEnter(model: string): boolean {
    return this.#active === 0 || (this.#model === model && this.#active < this.#slots)
  }

  #admit(): void {
    for (;;) {
      const [first] = this.#waiting
      if (!first || !this.#mayEnter(first.model)) return
      this.#waiting.shift()
      this.#active++
      this.#model = first.model
      first.enter()
    }
  }
}
