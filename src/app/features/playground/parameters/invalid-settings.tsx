import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { createStore } from 'zustand/vanilla'
import { type InvalidSetting, invalidSettings } from '#app/chat/store/chat-request.ts'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import type { Pane } from '#app/chat/store/workspace.ts'

interface Wanted {
  store: ConversationStore
  name: InvalidSetting['name']
}

/** The setting that a link leads to, from the press until its field has the focus: what hides the field opens. */
export const wantedSetting = createStore<{ wanted: Wanted | null }>(() => ({ wanted: null }))

/** Gives the focus to the field of a setting once a link leads to it. */
export function useFocusWhenWanted<Field extends HTMLElement>(store: ConversationStore, name: Wanted['name']) {
  const field = useRef<Field>(null)
  const isWanted = useStore(wantedSetting, ({ wanted }) => wanted?.store === store && wanted.name === name)
  useEffect(() => {
    if (!isWanted) return
    // By the next frame the panel around it is open.
    const frame = requestAnimationFrame(() => {
      const element = field.current
      // Of the two panels on the page, the other one is hidden.
      if (!element || element.getClientRects().length === 0) return
      element.focus()
      element.scrollIntoView({ block: 'nearest' })
      wantedSetting.setState({ wanted: null })
    })
    return () => cancelAnimationFrame(frame)
  }, [isWanted])
  return field
}

/** What is set in these panes and won't be sent, with a link to each field. */
export function InvalidSettingsList({ panes }: { panes: readonly Pane[] }) {
  return panes.map((pane, index) => (
    <OfPane key={pane.id} pane={pane} prefix={panes.length > 1 ? `Pane ${index + 1}: ` : ''} />
  ))
}

function OfPane({ pane: { store }, prefix }: { pane: Pane; prefix: string }) {
  const settings = useStore(
    store,
    useShallow(({ invalid, extraBody }) => ({ invalid, extraBody })),
  )
  return invalidSettings(settings).map(({ name, label, advice }) => (
    <p key={name}>
      {prefix}
      <button
        type="button"
        onClick={() => wantedSetting.setState({ wanted: { store, name } })}
        className="rounded-sm font-medium underline underline-offset-3 pointer-coarse:py-1.5"
      >
        {label}
      </button>{' '}
      won’t be sent. {advice}
    </p>
  ))
}
