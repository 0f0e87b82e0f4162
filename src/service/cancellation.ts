/**
 * Says once that some work is to stop. It does what an `AbortController` does, which costs a chat more than all its checks
 * together; the web's signal is made for whoever asks for it.
 */
export class Stop {
  isStopped = false
  /** Why; undefined while it goes on. */
  reason: unknown
  /**
   * Nearly always there is one. It has no list, for V8 soon makes the lists of one place where it makes what lasts, and
   * with each of them keeps all that its listener knows.
   */
  #listener: (() => void) | undefined
  #others: (() => void)[] | undefined
  #controller: AbortController | undefined

  /** Stops the work; only the first call does anything. */
  stop(reason: unknown = new DOMException('The work was stopped.', 'AbortError')): void {
    if (this.isStopped) return
    this.isStopped = true
    this.reason = reason
    const listener = this.#listener
    const others = this.#others
    this.#listener = this.#others = undefined
    this.#controller?.abort(reason)
    listener?.()
    if (others) for (const other of others) other()
  }

  /** Calls the listener when the work is stopped; at once when it already is. */
  onStop(listener: () => void): void {
    if (this.isStopped) listener()
    else if (this.#listener) (this.#others ??= []).push(listener)
    else this.#listener = listener
  }

  /** Forgets a listener, which then may be collected. */
  forget(listener: () => void): void {
    if (this.#listener === listener) this.#listener = this.#others?.shift()
    else this.#others = this.#others?.filter((other) => other !== listener)
  }

  throwIfStopped(): void {
    if (this.isStopped) throw this.reason
  }

  /** The same as a web standard's signal, for work that takes one. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.isStopped) this.#controller.abort(this.reason)
    }
    return this.#controller.signal
  }
}

/** A stop that follows a signal. */
export function stopOf(signal: AbortSignal): Stop {
  const stop = new Stop()
  if (signal.aborted) stop.stop(signal.reason)
  else signal.addEventListener('abort', () => stop.stop(signal.reason), { once: true })
  return stop
}
