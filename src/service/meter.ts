import type { Usage } from '#contract/chat.ts'

/** How a chat came to its end: whole, with an error, or because the caller had gone. */
export type ChatOutcome = 'finished' | 'failed' | 'aborted'

/** What there is to measure of a chat that reached an engine. Times are milliseconds. */
export interface MeasuredChat {
  /** The published id. */
  model: string
  engine: string
  outcome: ChatOutcome
  /** Until the engine's first chunk, where the reply was streamed and one came. */
  firstChunkMs: number | undefined
  totalMs: number
  /** By the engine's count, where it told. */
  usage: Usage | undefined
}

/** What the service counts and measures. The host decides what becomes of it; nothing here grows with what callers send. */
export interface Meter {
  /** `route` is the pattern that matched, or `other`; never the path itself. */
  requestAnswered(route: string, method: string, status: number): void
  streamOpened(): void
  streamClosed(): void
  chatEnded(chat: MeasuredChat): void
}

/** For hosts that measure nothing, such as the page. */
export const silentMeter: Meter = { requestAnswered() {}, streamOpened() {}, streamClosed() {}, chatEnded() {} }
