import { postToTabs } from './history.ts'

/** Which replies are on their way in some tab of this browser. What a killed tab was streaming is nobody's any more. */
export interface ReplyClaims {
  /** Says that this tab streams a reply, until the function that is given back is called or the tab is gone. */
  hold(replyId: string): () => void
  /** Those of these replies that some tab streams. */
  held(replyIds: readonly string[]): Promise<ReadonlySet<string>>
}

const nameOf = (replyId: string) => `parley.reply.${replyId}`

/** Claims of this browser: locks, which end with their tab; where a page gets none, tabs ask each other. */
export function createReplyClaims(): ReplyClaims {
  // Pages that are not served securely, such as from another machine of a home network, have no locks.
  return 'locks' in navigator ? createLockClaims(navigator.locks) : createBroadcastClaims()
}

function createLockClaims(locks: LockManager): ReplyClaims {
  return {
    hold(replyId) {
      const { promise, resolve } = openPromise()
      void locks.request(nameOf(replyId), () => promise).catch(() => undefined)
      return resolve
    },
    async held(replyIds) {
      const { held = [], pending = [] } = await locks.query()
      const names = new Set([...held, ...pending].map(({ name }) => name))
      return new Set(replyIds.filter((id) => names.has(nameOf(id))))
    },
  }
}

/** How long other tabs get to answer, in milliseconds. */
const answerTime = 400

/** Without locks: each tab that streams one of the replies asked for says so. */
export function createBroadcastClaims(channelName = 'parley.replies'): ReplyClaims {
  const mine = new Set<string>()
  const channel = new BroadcastChannel(channelName)
  const listeners = new Set<(ids: readonly string[]) => void>()
  channel.addEventListener('message', ({ data }: MessageEvent<{ asked?: string[]; held?: string[] }>) => {
    const held = data.asked?.filter((id) => mine.has(id)) ?? []
    if (held.length > 0) postToTabs(channel, { held })
    for (const listener of listeners) listener(data.held ?? [])
  })
  return {
    hold(replyId) {
      mine.add(replyId)
      return () => mine.delete(replyId)
    },
    async held(replyIds) {
      const found = new Set(replyIds.filter((id) => mine.has(id)))
      const listener = (ids: readonly string[]) => ids.forEach((id) => found.add(id))
      listeners.add(listener)
      postToTabs(channel, { asked: replyIds })
      const { promise, resolve } = openPromise()
      setTimeout(resolve, answerTime)
      await promise
      listeners.delete(listener)
      return found
    },
  }
}

function openPromise(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
