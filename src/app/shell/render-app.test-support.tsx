// First, for its styles come before all others.
import { App, queries, startApp } from './app.tsx'
import { type Root, createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { StoreApi } from 'zustand/vanilla'
import { persistenceState, loadPersister } from '#app/chat/persistence/load-persistence.ts'
import { openEdits } from '#app/chat/store/open-edits.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { type TestNetworkOptions, startTestNetwork } from '#app/data/calls/test-network.test-support.ts'
import { rememberKey } from '#app/data/connections/connection.ts'
import { historyDb } from '#app/data/history/open-history.ts'
import { historyProblem } from '#app/data/history/history-problem.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import { historyStatus } from '#app/features/playground/history/history-actions.ts'
import { savedConversations } from '#app/features/playground/history/history-panel.tsx'
import { settingToFocus } from '#app/features/playground/parameters/setting-to-focus.ts'
import { openedSetup } from '#app/features/share/opened-setup.ts'
import { setCompared } from '#app/models/compare-list.ts'
import { workloadStore } from '#app/models/workload.ts'
import { overlays } from '#app/ui/overlays.ts'
import { loadFirstPage, router } from './router.tsx'
import { sharedSetups } from './setup-links.ts'
import { chooseTheme } from './theme.tsx'

interface AppOptions extends TestNetworkOptions {
  /** The key that this browser has; null is none. */
  key?: string | null
}

const testerAddress = location.href
/** As in vite.config.ts. */
const desktop = { width: 1440, height: 900 }
/** What the router does without a page; a page sets its own, which is never done once it is gone. */
const { startTransition } = router
let isStarted = false
let shown: { root: Root; place: Element } | undefined

/**
 * Opens the whole page at an address, `/models?type=moderation` for one, as `main.tsx` does: real router, stores, storage,
 * overlays and styles. What it calls is answered within the page; see `startTestNetwork`. A second call in a test opens
 * another page in the same tab. When the test ends, everything it left behind is cleared, and whatever was written to the
 * console as an error fails it.
 */
export async function renderApp(address: string, { key = 'test-key', ...network }: AppOptions = {}): Promise<void> {
  if (shown) leave()
  else beginTest()
  await startTestNetwork(network)
  if (key !== null) rememberKey(key)
  router.history.push(address)
  router.history.flush()
  if (!isStarted) startApp()
  isStarted = true
  router.startTransition = startTransition
  // What was shown before must not be drawn again.
  await router.load()
  await loadFirstPage(queries.prefetchQuery(modelsQuery()))

  const place = document.createElement('div')
  place.id = 'root'
  document.body.append(place)
  shown = { place, root: createRoot(place) }
  shown.root.render(<App />)
}

function beginTest(): void {
  const problems = vi.spyOn(console, 'error')
  onTestFinished(async () => {
    leave()
    await forgetEverything()
    if (innerWidth !== desktop.width) await page.viewport(desktop.width, desktop.height)
    const reported = problems.mock.calls
      .map((each) => each.map(String).join(' '))
      // The router's lazy pages use `use` only until they are loaded, which React's development build reports.
      .filter((text) => !text.includes('called use() to suspend in a previous render'))
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    expect(reported).toEqual([])
  })
}

function leave(): void {
  shown?.root.unmount()
  shown?.place.remove()
  shown = undefined
  queries.clear()
}

/** Leaves this tab as one that was just opened in a browser that keeps nothing. */
async function forgetEverything(): Promise<void> {
  // A reply that is still on its way would be written again when it is stopped.
  workspace.getState().stop()
  if (persistenceState.getState().before === 'some') {
    // Afterwards nothing is due that would be written again.
    await (await loadPersister()).flush()
    await Promise.all([historyDb.conversations.clear(), historyDb.messages.clear()])
  }
  // Its initial panes may have messages by now, which would be written again.
  workspace.getState().open({ panes: [{}], scrollTogether: false })
  setCompared([])
  chooseTheme('system')
  for (const store of [openEdits, openedSetup, sharedSetups, overlays, settingToFocus]) reset(store)
  for (const store of [historyStatus, historyProblem, savedConversations, workloadStore]) reset(store)
  persistenceState.setState({ before: 'none', written: null })
  localStorage.clear()
  sessionStorage.clear()
  history.pushState(null, '', testerAddress)
  // What follows other tabs reads the emptied storage: keys, connections, presets, workload.
  dispatchEvent(new StorageEvent('storage'))
}

function reset(store: Pick<StoreApi<unknown>, 'setState' | 'getInitialState'>): void {
  store.setState(store.getInitialState(), true)
}
