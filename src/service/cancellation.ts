/**
 * Says once that some work is to stop. It does what an `AbortController` does, which costs a chat more than all its checks
 * together; the web's signal is made for whoever asks for it.
 */
export class CancellationToken {
  isCancelled = false
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
  cancel(reason: unknown = new DOMException('The work was stopped.', 'AbortError')): void {
    if (this.isCancelled) return
    this.isCancelled = true
    this.reason = reason
    const listener = this.#listener
    const others = this.#others
    this.#listener = this.#others = undefined
    this.#controller?.abort(reason)
    listener?.()
    if (others) for (const other of others) other()
  }

  /** Calls the listener when the work is stopped; at once when it already is. */
  onCancel(listener: () => void): void {
    if (this.isCancelled) listener()
    else if (this.#listener) (this.#others ??= []).push(listener)
    else this.#listener = listener
  }

  /** Forgets a listener, which then may be collected. */
  removeListener(listener: () => void): void {
    if (this.#listener === listener) this.#listener = this.#others?.shift()
    else this.#others = this.#others?.filter((other) => other !== listener)
  }

  throwIfCancelled(): void {
    if (this.isCancelled) throw this.reason
  }

  /** The same as a web standard's signal, for work that takes one. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.isCancelled) this.#controller.abort(this.reason)
    }
    return this.#controller.signal
  }
}

/** A stop that follows a signal. */
export function cancellationOf(signal: AbortSignal): CancellationToken {
  const cancellation = new CancellationToken()
  if (signal.aborted) cancellation.cancel(signal.reason)
  else signal.addEventListener('abort', () => cancellation.cancel(signal.reason), { once: true })
  return cancellation
}
