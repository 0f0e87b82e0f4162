import { createStore } from 'zustand/vanilla'
import type * as OpenedSetups from '#app/features/share/opened-setup.ts'

/** Whether a shared setup or a file was opened in this tab: what shows and reads one is loaded only then. */
export const sharedSetups = createStore(() => ({ received: false }))

let loading: Promise<typeof OpenedSetups> | undefined

/**
 * Does something with what reads shared setups, once it is here. Where it can't be fetched, what would show the setup
 * says so. `show` goes to the playground whenever one has been opened.
 */
export async function withSetups(show: () => void, act: (setups: typeof OpenedSetups) => unknown): Promise<void> {
  sharedSetups.setState({ received: true })
  loading ??= import('#app/features/share/opened-setup.ts').then((module) => {
    module.openedSetup.subscribe(({ state }) => state === 'opened' && show())
    return module
  })
  await loading.then(act, () => undefined)
}
