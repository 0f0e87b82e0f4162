import type { ChatEvent } from '#contract/chat-event.ts'
import type { Exchange } from './exchange-tape.ts'
import type { ReadingEnd } from './read-reply.ts'
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
  | { reading: number; exchange: Exchange | undefined }
