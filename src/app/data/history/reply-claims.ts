import { postToTabs } from './history.ts'

/** Which replies are streaming in some tab of this browser. A reply without a claim was left behind by a closed tab. */
export interface ReplyClaims {
  /** Claims a reply for this tab, until the returned function is called or the tab is closed. */
  hold(replyId: string): () => void
  /** The replies among these that some tab streams. */
  held(replyIds: readonly string[]): Promise<ReadonlySet<string>>
}

const nameOf = (replyId: string) => `parley.reply.${replyId}`

/** Claims through web locks, which end with their tab, or through messages between tabs if there are no locks. */
export function createReplyClaims(): ReplyClaims {
  // Web locks only exist on secure origins, which http addresses in a local network are not.
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

/** How long to wait for answers of other tabs, in milliseconds. */
const answerTime = 400

/** Without locks: asks all tabs, and each answers with the replies that it streams. */
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
