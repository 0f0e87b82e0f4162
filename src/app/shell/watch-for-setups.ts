import { createStore } from 'zustand/vanilla'

/** Whether a shared setup was opened in this tab: what shows and reads one is loaded only then. */
export const sharedSetups = createStore(() => ({ received: false }))

/**
 * Opens the setup in the address bar (`#s=VERSION.PAYLOAD`), now and whenever such a link is opened in this tab, and
 * takes it out of the address. `show` goes to the playground.
 */
export function watchForSetups(show: () => void): void {
  const take = () => {
    const payload = new URLSearchParams(location.hash.slice(1)).get('s')
    if (payload === null) return
    history.replaceState(history.state, '', location.pathname + location.search)
    void import('#app/features/share/opened-setup.ts').then(async ({ openPayload }) => {
      await openPayload(payload)
      sharedSetups.setState({ received: true })
      show()
    })
  }
  take()
  addEventListener('hashchange', take)
}
