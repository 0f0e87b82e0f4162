import { useEffect, useRef, useState } from 'react'
import { createStore } from 'zustand/vanilla'

/** The search text on its way to the results and into the URL. */
export interface SearchDraft {
  /** In the search box. */
  text: string
  /** What is searched for: the same text one frame later. */
  query: string
  type: (text: string) => void
  /** Commits pending text at once. */
  flush: () => void
  /** Discards pending text: once the page is left, committing it would navigate back. */
  cancel: () => void
  /** Replaces the text and discards what is pending. */
  replace: (text: string) => void
  /** Takes over the URL's text when it changes to something that wasn't typed here, such as by going back. */
  sync: (stored: string) => void
}

/** The pause in typing after which text is committed, in milliseconds. */
const typingPause = 350
/** The same for the search, whose results don't wait for it: going to another URL would hold up a slow typist's keys. */
const searchPause = 800

/**
 * Starts with the URL's text, and calls `commit` once per pause instead of once per key. It is a store and not the page's
 * state, so that a key renders nothing but the search box before the next frame.
 */
export function createSearchDraft(first: string, commit: (text: string) => void) {
  let synced = first
  let committed = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: string | null = null

  return createStore<SearchDraft>((set, get) => ({
    text: first,
    query: first,
    type(text) {
      set({ text })
      pending = text
      clearTimeout(timer)
      timer = setTimeout(() => get().flush(), searchPause)
      afterFrame(() => set(({ text: query }) => ({ query })))
    },
    flush() {
      clearTimeout(timer)
      const typed = pending
      pending = null
      if (typed === null) return
      set({ query: typed })
      committed = typed
      commit(typed)
    },
    cancel() {
      clearTimeout(timer)
      pending = null
    },
    replace(text) {
      get().cancel()
      set({ text, query: text })
    },
    sync(stored) {
      if (stored === synced) return
      synced = stored
      if (stored !== committed) get().replace(stored)
      committed = stored
    },
  }))
}

/** Calls back after the next paint. */
function afterFrame(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then))
}

interface Draft {
  text: string
  setText: (text: string) => void
  /** Commits pending text at once. */
  flush: () => void
}

/**
 * Text that is typed here and stored elsewhere: committed once per pause instead of once per key. When `stored` changes to
 * something that wasn't typed here, such as by going back, it replaces the text.
 */
export function useDraft(stored: string, onCommit: (text: string) => void): Draft {
  const [text, setDraftText] = useState(stored)
  const [synced, setSynced] = useState(stored)
  const [committed, setCommitted] = useState(stored)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<string | null>(null)
  const commit = useRef(onCommit)

  if (stored !== synced) {
    setSynced(stored)
    if (stored !== committed) setDraftText(stored)
    setCommitted(stored)
  }
  useEffect(() => {
    commit.current = onCommit
  }, [onCommit])
  // Discards pending text when the page is left: committing it would navigate back.
  useEffect(() => () => clearTimeout(timer.current), [])

  const flush = () => {
    clearTimeout(timer.current)
    const typed = pending.current
    pending.current = null
    if (typed === null) return
    setCommitted(typed)
    commit.current(typed)
  }
  return {
    text,
    setText(next) {
      setDraftText(next)
      pending.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, typingPause)
    },
    flush,
  }
}
