import { refuse, ServiceError } from '#service/service-error.ts'
import { Stop } from '#service/stop.ts'

/** The chats that are being answered now, so that they can be limited in number and ended by the host. */
export interface OpenChats {
  /** Admits one more; it stops the engine. Throws the 503 when there is no room, or when the host is stopping. */
  open(): OpenChat
  /** The chat is over. */
  close(chat: OpenChat): void
  /** From now on nobody is admitted; who is in may finish. */
  admitNoMore(): void
  /** Whether anybody is admitted still. */
  readonly admitting: boolean
  /** Ends every open chat: it is stopped, for a reason that `hostsReason` finds. */
  endAll(): void
}

/** What stops one chat; it knows its place among the open ones. */
export class OpenChat extends Stop {
  place = 0
}

const retryHeaders = { 'retry-after': '1' }

/** `most` is how many may be open at a time. */
export function createOpenChats(most: number): OpenChats {
  // No set: one that is added to and deleted from for ever makes itself new again and again, each old self leads to the next,
  // and so the collector of young garbage takes every chat that was ever in one for alive.
  const chats: OpenChat[] = []
  let admitting = true
  return {
    open() {
      if (!admitting) throw stopping()
      if (chats.length >= most) {
        const message = 'The service is answering as many chats as it can. Try again in a moment.'
        throw refuse('overloaded', message, { headers: retryHeaders })
      }
      const chat = new OpenChat()
      chat.place = chats.push(chat) - 1
      return chat
    },
    close(chat) {
      if (chats[chat.place] !== chat) return
      const last = chats.pop()
      if (!last || last === chat) return
      last.place = chat.place
      chats[last.place] = last
    },
    admitNoMore() {
      admitting = false
    },
    get admitting() {
      return admitting
    },
    endAll() {
      for (const chat of [...chats]) chat.stop(stopping())
    },
  }
}

/** Why the host ended a chat; undefined when it did not, and the caller has gone if it is stopped all the same. */
export function hostsReason(chat: Stop): ServiceError | undefined {
  return chat.reason instanceof ServiceError ? chat.reason : undefined
}

function stopping(): ServiceError {
  return refuse('overloaded', 'The service is shutting down. Try again in a moment.', { headers: retryHeaders })
}
