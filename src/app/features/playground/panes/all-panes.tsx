import { useStore } from 'zustand'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { usePanes } from '#app/chat/store/use-panes.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { Button } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { blindStore } from './blind.ts'

/** Switches for separate messages, hidden models and synchronized scrolling. */
export function PaneSwitches() {
  const detached = useStore(workspace, (state) => state.detached)
  const together = useStore(workspace, (state) => state.scrollTogether)
  const isBlind = useStore(blindStore, (state) => state.isBlind)
  const { setDetached, setScrollTogether } = workspace.getState()
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <Switch checked={detached} onChange={setDetached}>
        Separate messages
      </Switch>
      <Switch checked={isBlind} onChange={(on) => blindStore.setState({ isBlind: on })}>
        Blind
      </Switch>
      {/* On a phone only one pane is visible. */}
      <span className="contents max-md:hidden">
        <Switch checked={together} onChange={setScrollTogether}>
          Scroll together
        </Switch>
      </span>
    </span>
  )
}

interface AllPanesProps {
  panes: readonly Pane[]
  /** The model used if none is selected. */
  suggested: string | null
  /** True while a reply can be stopped. */
  busy: boolean
}

/** Sends and stops all panes while each has its own composer. */
export function AllPanes({ panes, suggested, busy }: AllPanesProps) {
  const nothingToSend = usePanes(panes, hasNoDraft)
  const sendAll = () => {
    for (const { store } of panes) {
      const { modelId, send } = store.getState()
      const model = modelId ?? suggested
      if (model !== null) send(model)
    }
  }
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]">
      <PaneSwitches />
      <span className="ml-auto flex gap-2">
        {busy && <Button onClick={workspace.getState().stop}>Stop all</Button>}
        <Button disabled={nothingToSend} onClick={sendAll}>
          Send all
        </Button>
      </span>
    </div>
  )
}

function hasNoDraft(panes: readonly Pane[]): boolean {
  return panes.every(({ store }) => store.getState().draft.trim() === '')
}
