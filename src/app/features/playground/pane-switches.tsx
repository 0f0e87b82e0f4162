import { useStore } from 'zustand'
import { workspace } from '#app/chat/open-workspace.ts'
import { Switch } from '#app/ui/switch.tsx'

/** How several panes are written to and read: together or each for itself. */
export function PaneSwitches() {
  const detached = useStore(workspace, (state) => state.detached)
  const together = useStore(workspace, (state) => state.scrollTogether)
  const { setDetached, setScrollTogether } = workspace.getState()
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <Switch checked={detached} onChange={setDetached}>
        Separate messages
      </Switch>
      {/* On a phone one pane fills the screen, and the others are out of sight. */}
      <span className="contents max-md:hidden">
        <Switch checked={together} onChange={setScrollTogether}>
          Scroll together
        </Switch>
      </span>
    </span>
  )
}
