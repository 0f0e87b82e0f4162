import { useEffect, useRef, useState } from 'react'
import { createStore } from 'zustand/vanilla'

/** What is typed into the search, on its way to what it finds and into the address. */
export interface SearchDraft {
  /** What stands in the search box. */
  text: string
  /** What is searched for: the same, one frame later. */
  query: string
  type: (text: string) => void
  /** Hands on at once what was typed and not yet handed on. */
  flush: () => void
  /** Forgets what was typed and not yet handed on: once the page is left, that must not bring it back. */
  forget: () => void
  /** Shows another text, and forgets what was typed and not yet handed on. */
  show: (text: string) => void
  /** Stays in step with the address: whenever that changes to what was not typed here, such as by going back. */
  follow: (kept: string) => void
}

/** How long nobody types before what was typed counts as a step, in milliseconds. */
const pause = 350

/**
 * Begins with what the address has, and calls `commit` once a pause, not once a letter. What is typed stands in a store
 * and not in the page's own state, so that a key renders the search box and nothing else before the next frame.
 */
export function createSearchDraft(first: string, commit: (text: string) => void) {
  let followed = first
  let handedOn = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: string | null = null

  return createStore<SearchDraft>((set, get) => ({
    text: first,
    query: first,
    type(text) {
      set({ text })
      waiting = text
      clearTimeout(timer)
      timer = setTimeout(() => get().flush(), pause)
      afterFrame(() => set(({ text: query }) => ({ query })))
    },
    flush() {
      clearTimeout(timer)
      const typed = waiting
      waiting = null
      if (typed === null) return
      set({ query: typed })
      handedOn = typed
      commit(typed)
    },
    forget() {
      clearTimeout(timer)
      waiting = null
    },
    show(text) {
      get().forget()
      set({ text, query: text })
    },
    follow(kept) {
      if (kept === followed) return
      followed = kept
      if (kept !== handedOn) get().show(kept)
      handedOn = kept
    },
  }))
}

/** Calls back once what has changed is on the screen. */
function afterFrame(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then))
}

/** How long nobody types before what was typed counts as a step, in milliseconds. */
const typingPause = 350

interface Draft {
  text: string
  setText: (text: string) => void
  /** Hands on at once what was typed and not yet handed on. */
  flush: () => void
}

/**
 * A text that is typed here and kept elsewhere: it is handed on once a typingPause, not once a letter. Whenever `kept` changes
 * to something that was not typed here, such as by going back, the text follows.
 */
export function useDraft(kept: string, onCommit: (text: string) => void): Draft {
  const [text, setShown] = useState(kept)
  const [followed, setFollowed] = useState(kept)
  const [handedOn, setHandedOn] = useState(kept)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<string | null>(null)
  const commit = useRef(onCommit)

  if (kept !== followed) {
    setFollowed(kept)
    if (kept !== handedOn) setShown(kept)
    setHandedOn(kept)
  }
  useEffect(() => {
    commit.current = onCommit
  }, [onCommit])
  // A step that was not handed on when the page is left is not one: going away must not come back.
  useEffect(() => () => clearTimeout(timer.current), [])

  const flush = () => {
    clearTimeout(timer.current)
    const typed = waiting.current
    waiting.current = null
    if (typed === null) return
    setHandedOn(typed)
    commit.current(typed)
  }
  return {
    text,
    setText(next) {
      setShown(next)
      waiting.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, typingPause)
    },
    flush,
  }
}
