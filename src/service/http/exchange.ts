import type { Answer } from './answer.ts'

/** Where the frames of one streamed answer go. */
export interface FrameSink {
  /** Sends whole frames. A promise means that the caller reads slowly: send no more until it resolves. Never throws. */
  write(frames: string): Promise<void> | undefined
  /** Says that the answer is over. */
  end(): void
}

/** A header by its lower-case name; undefined or null where it was not sent. */
export type HeaderOf = (name: string) => string | null | undefined

/**
 * One request and its answer, as the host has them. What answers sees nothing else of the host, so that where there is
 * something faster than the web's requests, responses and streams, none of them need be made.
 */
export interface Exchange {
  readonly method: string
  /** As it was sent, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly header: HeaderOf
  /** Every header, lower-case. */
  headers(): Iterable<readonly [string, string]>
  /**
   * The body as text. Rejects with what `tooLarge` makes as soon as it exceeds `maxBytes`, whether its length was announced
   * or not, and with anything when the caller goes before it is whole.
   */
  readText(maxBytes: number, tooLarge: () => Error): Promise<string>
  /** Whether the caller went before the answer was over. */
  readonly isGone: boolean
  /** `leave` is called when the caller goes before the answer is over; at once when it already has. To be set once. */
  onGone(leave: () => void): void
  /** Gives the whole answer; a caller who has gone gets nothing of it. */
  answer(answer: Answer): void
  /** Begins a streamed answer with status 200; what is written to the sink follows. */
  stream(headers: Readonly<Record<string, string>>): FrameSink
}
