import { refuse, ServiceError } from '#service/service-error.ts'
import { CancellationToken } from '#service/cancellation.ts'

/** The chats in progress, to limit their number and to end them at shutdown. */
export interface ActiveChats {
  /** Registers a chat. Throws a 503 at the limit or during shutdown. */
  open(): CancellationToken
  /** Must be called once for each opened chat. */
  close(chat: CancellationToken): void
  /** Refuses new chats; open ones may finish. */
  stopAdmitting(): void
  readonly isAdmitting: boolean
  /** Cancels every open chat, with a reason that `shutdownReason` returns. */
  cancelAll(): void
}

const retryHeaders = { 'retry-after': '1' }

/** `limit` is the number of concurrent chats. */
export function createActiveChats(limit: number): ActiveChats {
  const chats = new Set<CancellationToken>()
  let isAdmitting = true
  return {
    open() {
      if (!isAdmitting) throw shuttingDown()
      if (chats.size >= limit) {
        const message = 'The service has reached its limit of concurrent chats. Try again in a moment.'
        throw refuse('overloaded', message, { headers: retryHeaders })
      }
      const chat = new CancellationToken()
      chats.add(chat)
      return chat
    },
    close(chat) {
      chats.delete(chat)
    },
    stopAdmitting() {
      isAdmitting = false
    },
    get isAdmitting() {
      return isAdmitting
    },
    cancelAll() {
      for (const chat of chats) chat.cancel(shuttingDown())
    },
  }
}

/** The error of a chat that was cancelled by shutdown; undefined if the caller cancelled it. */
export function shutdownReason(chat: CancellationToken): ServiceError | undefined {
  return chat.reason instanceof ServiceError ? chat.reason : undefined
}

function shuttingDown(): ServiceError {
  return refuse('overloaded', 'The service is shutting down. Try again in a moment.', { headers: retryHeaders })
}
