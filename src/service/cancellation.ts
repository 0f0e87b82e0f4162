/** Cheaper than `AbortController`, whose cost per chat exceeds that of validation. Creates a real signal on demand. */
export class CancellationToken {
  isCancelled = false
  /** Undefined until cancelled. */
  reason: unknown
  /** Nearly always there is only one listener; arrays here end up in V8's old generation and keep listeners alive. */
  #listener: (() => void) | undefined
  #others: (() => void)[] | undefined
  #controller: AbortController | undefined

  /** Only the first call has an effect. */
  cancel(reason: unknown = new DOMException('The operation was cancelled.', 'AbortError')): void {
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

  /** Calls the listener on cancellation; immediately if already cancelled. */
  onCancel(listener: () => void): void {
    if (this.isCancelled) listener()
    else if (this.#listener) (this.#others ??= []).push(listener)
    else this.#listener = listener
  }

  removeListener(listener: () => void): void {
    if (this.#listener === listener) this.#listener = this.#others?.shift()
    else this.#others = this.#others?.filter((other) => other !== listener)
  }

  throwIfCancelled(): void {
    if (this.isCancelled) throw this.reason
  }

  /** For APIs that take an `AbortSignal`. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.isCancelled) this.#controller.abort(this.reason)
    }
    return this.#controller.signal
  }
}

/** A token that is cancelled by a signal. */
export function cancellationOf(signal: AbortSignal): CancellationToken {
  const cancellation = new CancellationToken()
  if (signal.aborted) cancellation.cancel(signal.reason)
  else signal.addEventListener('abort', () => cancellation.cancel(signal.reason), { once: true })
  return cancellation
}
