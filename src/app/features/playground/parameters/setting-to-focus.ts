import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { InvalidSetting } from '#app/chat/store/chat-request.ts'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'

interface SettingTarget {
  store: ConversationStore
  name: InvalidSetting['name']
}

/** The setting whose field should be focused. Panels that contain the field open. */
export const settingToFocus = createStore<{ wanted: SettingTarget | null }>(() => ({ wanted: null }))

/** Focuses a setting's field when a link leads to it. */
export function useSettingFocus<Field extends HTMLElement>(store: ConversationStore, name: SettingTarget['name']) {
  const field = useRef<Field>(null)
  const isTarget = useStore(settingToFocus, ({ wanted }) => wanted?.store === store && wanted.name === name)
  useEffect(() => {
    if (!isTarget) return
    // The panel around the field is open by the next frame.
    const frame = requestAnimationFrame(() => {
      const element = field.current
      // The page has two such panels, and one is hidden.
      if (!element || element.getClientRects().length === 0) return
      element.focus()
      element.scrollIntoView({ block: 'nearest' })
      settingToFocus.setState({ wanted: null })
    })
    return () => cancelAnimationFrame(frame)
  }, [isTarget])
  return field
}
