import { refuse, ServiceError } from '#service/service-error.ts'
import { CancellationToken } from '#service/cancellation.ts'

/** The chats that are being answered now, so that they can be limited in number and ended by the host. */
export interface ActiveChats {
  /** Admits one more; it stops the engine. Throws the 503 when there is no room, or when the host is stopping. */
  open(): CancellationToken
  /** The chat is over; to be called once for each that was opened. */
  close(chat: CancellationToken): void
  /** From now on nobody is admitted; who is in may finish. */
  admitNoMore(): void
  /** Whether anybody is admitted still. */
  readonly admitting: boolean
  /** Ends every open chat: it is stopped, for a reason that `hostsReason` finds. */
  endAll(): void
}

const retryHeaders = { 'retry-after': '1' }

/** `most` is how many may be open at a time. */
export function createActiveChats(most: number): ActiveChats {
  const chats = new Set<CancellationToken>()
  let admitting = true
  return {
    open() {
      if (!admitting) throw stopping()
      if (chats.size >= most) {
        const message = 'The service is answering as many chats as it can. Try again in a moment.'
        throw refuse('overloaded', message, { headers: retryHeaders })
      }
      const chat = new CancellationToken()
      chats.add(chat)
      return chat
    },
    close(chat) {
      chats.delete(chat)
    },
    admitNoMore() {
      admitting = false
    },
    get admitting() {
      return admitting
    },
    endAll() {
      for (const chat of chats) chat.cancel(stopping())
    },
  }
}

/** Why the host ended a chat; undefined when it did not, and the caller has gone if it is stopped all the same. */
export function hostsReason(chat: CancellationToken): ServiceError | undefined {
  return chat.reason instanceof ServiceError ? chat.reason : undefined
}

function stopping(): ServiceError {
  return refuse('overloaded', 'The service is shutting down. Try again in a moment.', { headers: retryHeaders })
}
