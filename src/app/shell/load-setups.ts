import { createStore } from 'zustand/vanilla'
import type * as OpenedSetups from '#app/features/share/opened-setup.ts'

/** Whether a shared setup or a file was opened in this tab: what shows and reads one is loaded only then. */
export const sharedSetups = createStore(() => ({ received: false }))

let loading: Promise<typeof OpenedSetups> | undefined

/** What reads and shows shared setups. `show` goes to the playground whenever one has been opened. */
export async function loadSetups(show: () => void): Promise<typeof OpenedSetups> {
  loading ??= import('#app/features/share/opened-setup.ts').then((module) => {
    module.openedSetup.subscribe(({ state }) => state === 'opened' && show())
    return module
  })
  const module = await loading
  sharedSetups.setState({ received: true })
  return module
}
