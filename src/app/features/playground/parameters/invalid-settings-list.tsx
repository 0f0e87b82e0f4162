import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { invalidSettings } from '#app/chat/store/chat-request.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { setupOf } from '#app/data/setup.ts'
import { settingToFocus } from './setting-to-focus.ts'

/** Settings of these panes that won't be sent, with a link to each field. */
export function InvalidSettingsList({ panes }: { panes: readonly Pane[] }) {
  return panes.map((pane, index) => (
    <PaneInvalidSettings key={pane.id} pane={pane} prefix={panes.length > 1 ? `Pane ${index + 1}: ` : ''} />
  ))
}

function PaneInvalidSettings({ pane: { store }, prefix }: { pane: Pane; prefix: string }) {
  const settings = useStore(
    store,
    useShallow((state) => ({ invalid: state.invalid, ...setupOf(state) })),
  )
  return invalidSettings(settings).map(({ name, label, advice }) => (
    <p key={name}>
      {prefix}
      <button
        type="button"
        onClick={() => settingToFocus.setState({ wanted: { store, name } })}
        className="rounded-sm font-medium underline underline-offset-3 pointer-coarse:py-1.5"
      >
        {label}
      </button>{' '}
      won’t be sent. {advice}
    </p>
  ))
}
