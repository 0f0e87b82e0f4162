import { type ChatEvent, isContentOrEnd } from '#contract/chat-event.ts'
import type { ChatRequest } from '#contract/chat.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import { CancellationToken } from '#service/cancellation.ts'
import type { Engine, EngineCall, ServedBy } from '#service/engines/engine.ts'
import type { Clock } from '#service/service-context.ts'
import { ServiceError, refusalOf, refuse } from '#service/service-error.ts'

type Batch = readonly ChatEvent[]

/** Cancels one attempt. Cancelling the caller's token cancels it, too. */
export class AttemptToken extends CancellationToken {
  readonly #caller: CancellationToken
  readonly #onCallerGone: () => void

  constructor(caller: CancellationToken) {
    super()
    this.#caller = caller
    this.#onCallerGone = () => this.cancel(caller.reason)
    caller.onCancel(this.#onCallerGone)
  }

  /** Call when the attempt is over. */
  release(): void {
    this.#caller.removeListener(this.#onCallerGone)
  }
}

/** A call with another request: a member's model, or a stream instead of a whole reply. */
export class ChangedCall implements EngineCall {
  readonly request: ChatRequest
  readonly text: string
  readonly identity: CompletionIdentity
  readonly cancellation: CancellationToken
  readonly #call: EngineCall

  constructor(call: EngineCall, request: ChatRequest, cancellation: CancellationToken) {
    this.request = request
    this.text = call.text
    this.identity = call.identity
    this.cancellation = cancellation
    this.#call = call
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#call.headers
  }

  get signal(): AbortSignal {
    return this.cancellation.signal
  }

  adapt(request: ChatRequest, engine: Engine): ChatRequest {
    return this.#call.adapt?.(request, engine) ?? request
  }

  onServed(by: ServedBy): void {
    this.#call.onServed?.(by)
  }
}

/** Limits how much of an engine that sends empty pieces without end is held until its first content. */
const maxHeldBatches = 100

/** A reply whose first content has arrived. */
export interface BegunReply {
  /** Everything so far, the first content last. */
  first: readonly Batch[]
  rest: AsyncIterator<Batch>
}

/** How long to wait for the beginning of an answer. */
export interface Deadline {
  clock: Clock
  deadlineMs: number
}

/**
 * Asks an engine and waits for the first content. Rejects with a `ServiceError` if it fails before, also when nothing has
 * come in time.
 */
export async function beginReply(engine: Engine, call: EngineCall, deadline: Deadline): Promise<BegunReply> {
  let rest: AsyncIterator<Batch> | undefined
  async function begin(): Promise<BegunReply> {
    rest = (await engine.stream(call))[Symbol.asyncIterator]()
    const first: Batch[] = []
    for (;;) {
      const step = await rest.next()
      if (step.done === true) throw refuse('upstream_cut', 'The reply ended early. Try again.')
      const telling = step.value.find(isContentOrEnd)
      if (telling?.type === 'failed') throw refusalOf(telling.error)
      first.push(step.value)
      if (telling || first.length === maxHeldBatches) return { first, rest }
    }
  }
  try {
    return await withinDeadline(begin(), deadline)
  } catch (reason) {
    void rest?.return?.().catch(() => undefined)
    throw reason
  }
}

/**
 * Waits for the beginning of an answer. Rejects with `upstream_timeout` when it is late, and doesn't wait for the engine,
 * which may ignore its cancellation.
 */
export async function withinDeadline<T>(beginning: Promise<T>, { clock, deadlineMs }: Deadline): Promise<T> {
  const timer = new AbortController()
  const late = clock.sleep(deadlineMs, timer.signal).then(() => {
    if (timer.signal.aborted) return new Promise<never>(() => {})
    throw refuse(
      'upstream_timeout',
      'The engine took too long to start its reply. Try again, or choose a faster model.',
    )
  })
  try {
    return await Promise.race([beginning, late])
  } finally {
    timer.abort()
  }
}

/** Whether another engine may succeed where this one failed: not after a mistake of the caller. */
export function canMoveOn(reason: unknown): reason is ServiceError {
  return reason instanceof ServiceError && (isBusy(reason) || reason.status >= 500 || isInactive(reason))
}

/** Whether an engine works, but has no capacity for the request now. */
export function isBusy({ status }: ServiceError): boolean {
  return status === 429
}

/** Whether a model isn't available at an engine, such as a broken model file. The engine itself may be well. */
export function isInactive({ detail }: ServiceError): boolean {
  return detail.code === 'model_inactive'
}
