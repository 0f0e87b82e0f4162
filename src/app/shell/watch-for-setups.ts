import { servesItself } from '#app/data/serves-itself.ts'
import { withSetups } from './load-setups.ts'
import { setupInAddress } from './setup-in-address.ts'

/**
 * Opens the setup in the address bar (`#s=VERSION.PAYLOAD`), now and whenever such a link is opened in this tab, and
 * takes it out of the address. `show` goes to the playground.
 */
export function watchForSetups(show: () => void): void {
  const take = (before: string) => {
    const payload = setupInAddress()
    if (payload === null) return
    history.replaceState(history.state, '', location.pathname + location.search + before)
    void withSetups(show, ({ openPayload }) => openPayload(payload))
  }
  take('')
  // In a static copy the fragment was the page's address, and is again.
  addEventListener('hashchange', ({ oldURL }) => take(servesItself ? new URL(oldURL).hash : ''))
}
