import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { InvalidSetting } from '#app/chat/store/chat-request.ts'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'

interface Wanted {
  store: ConversationStore
  name: InvalidSetting['name']
}

/** The setting that a link leads to, from the press until its field has the focus: what hides the field opens. */
export const settingToFocus = createStore<{ wanted: Wanted | null }>(() => ({ wanted: null }))

/** Gives the focus to the field of a setting once a link leads to it. */
export function useSettingFocus<Field extends HTMLElement>(store: ConversationStore, name: Wanted['name']) {
  const field = useRef<Field>(null)
  const isWanted = useStore(settingToFocus, ({ wanted }) => wanted?.store === store && wanted.name === name)
  useEffect(() => {
    if (!isWanted) return
    // By the next frame the panel around it is open.
    const frame = requestAnimationFrame(() => {
      const element = field.current
      // Of the two panels on the page, the other one is hidden.
      if (!element || element.getClientRects().length === 0) return
      element.focus()
      element.scrollIntoView({ block: 'nearest' })
      settingToFocus.setState({ wanted: null })
    })
    return () => cancelAnimationFrame(frame)
  }, [isWanted])
  return field
}
