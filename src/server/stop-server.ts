import type { Server } from 'node:http'
import type { Service } from '#service/create-service.ts'

interface Stopping {
  server: Server
  service: Pick<Service, 'drain' | 'endChats'>
  /** How long open streams may go on, in milliseconds. */
  graceMs: number
}

/** A server on its way out. */
export interface Stop {
  /** Resolves when no connection is left. */
  done: Promise<void>
  /** Gives no more time: open streams end now, with an error frame. */
  hurry(): void
}

/** How long ended streams may take to be written out to callers who read slowly, or not at all. */
const lastWordsMs = 500
const idleCheckMs = 50

/**
 * Stops accepting connections and refuses new chats; lets open ones finish for `graceMs`, then ends them with an error
 * frame, and their engines' work with them.
 */
export function stopServer({ server, service, graceMs }: Stopping): Stop {
  service.drain()
  // Answers that begin from now on tell their callers that the connection ends with them.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  let cut: NodeJS.Timeout | undefined
  const hurry = () => {
    clearTimeout(grace)
    service.endChats()
    cut ??= setTimeout(() => server.closeAllConnections(), lastWordsMs)
  }
  const grace = setTimeout(hurry, graceMs)
  const done = new Promise<void>((resolve) => {
    server.close(() => {
      clearInterval(idle)
      clearTimeout(grace)
      clearTimeout(cut)
      resolve()
    })
  })
  return { done, hurry }
}
