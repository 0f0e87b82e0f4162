import type { ChatEvent } from '#contract/chat-event.ts'
import { createHistory, type History } from '#app/data/history/history.ts'
import { memoryDb } from '#app/data/history/history.test-support.ts'
import type { ReplyClaims } from '#app/data/history/reply-claims.ts'
import type { TextStorage } from '#app/data/storage/browser-storage.ts'
import { createConversationPersister } from './conversation-persister.ts'
import { createWorkspace } from '#app/chat/store/workspace.ts'

/** Replies whose every piece the test sends by hand. */
function handDriven() {
  let wake = () => {}
  const pending: ChatEvent[] = []
  let over = false
  return {
    say(...events: ChatEvent[]) {
      pending.push(...events)
      wake()
    },
    end() {
      over = true
      wake()
    },
    async *stream() {
      for (;;) {
        if (pending.length > 0) yield pending.splice(0)
        else if (over) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}

/** A piece of a reply. */
export const text = (words: string): ChatEvent => ({ type: 'text', choice: 0, text: words })

/** The storage of a tab. */
export function memoryStorage(): TextStorage {
  const texts = new Map<string, string>()
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, value) => void texts.set(name, value),
    removeItem: (name) => void texts.delete(name),
  }
}

/** One tab: a workspace and what keeps it. */
export function openTab(history: History, now = () => Date.now(), tab = memoryStorage()) {
  const reply = handDriven()
  const workspace = createWorkspace({ stream: () => reply.stream(), now: () => 1, schedule: queueMicrotask })
  const persister = createConversationPersister({ workspace, history, tab, now })
  const store = () => {
    const pane = workspace.getState().panes[0]
    if (!pane) throw new Error('a workspace always has a pane')
    return pane.store
  }
  return {
    workspace,
    persister,
    reply,
    store,
    texts: () =>
      store()
        .getState()
        .messages.map((each) => each.text),
  }
}

/** Claims that all tabs of a test share; a killed tab’s are dropped by the test. */
function sharedClaims() {
  const held = new Set<string>()
  const claims: ReplyClaims = {
    hold(id) {
      held.add(id)
      return () => held.delete(id)
    },
    held: (ids) => Promise.resolve(new Set(ids.filter((id) => held.has(id)))),
  }
  return { held, claims }
}

/** A database and the tabs over it. `held` are the claims to replies. */
export function setUp() {
  const db = memoryDb()
  const { held, claims } = sharedClaims()
  // Each tab has a channel of its own, which hears the others and not itself.
  return { db, held, newTab: () => openTab(createHistory(db, claims)) }
}
