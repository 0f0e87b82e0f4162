import { useEffect, useRef, useState } from 'react'

/** How long nobody types before what was typed counts as a step, in milliseconds. */
const pause = 350

interface Draft {
  text: string
  setText: (text: string) => void
  /** Hands on at once what was typed and not yet handed on. */
  flush: () => void
}

/**
 * A text that is typed here and kept elsewhere: it is handed on once a pause, not once a letter. Whenever `kept` changes
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
      timer.current = setTimeout(flush, pause)
    },
    flush,
  }
}
