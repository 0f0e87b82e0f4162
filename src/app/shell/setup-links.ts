import { type ParsedHistoryState, type RouterHistory, createBrowserHistory, parseHref } from '@tanstack/history'
import { createStore } from 'zustand/vanilla'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import type * as OpenedSetups from '#app/features/share/opened-setup.ts'

/** The payload of a setup link, `#s=VERSION.PAYLOAD`; null where the fragment is something else. */
const setupInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('s')

/**
 * The history of a page whose address is the fragment (`#/models?q=…`), as a static host knows no paths but those of
 * files. A setup link opened in it is no address: the page stays where it is, for `watchForSetups` to take the link.
 */
export function createFragmentHistory(): RouterHistory {
  const browser: { readonly state: ParsedHistoryState | undefined } = window.history
  const parse = (href: string) => parseHref(href, browser.state)
  let current = () => parse('/')
  const history = createBrowserHistory({
    parseLocation: () => (setupInAddress() === null ? parse(location.hash.slice(1) || '/') : current()),
    createHref: (href) => `${location.pathname}${location.search}#${href}`,
  })
  current = () => history.location
  return history
}

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

/**
 * Opens the setup in the address bar (`#s=VERSION.PAYLOAD`), now and whenever such a link is opened in this tab, and
 * takes it out of the address. `show` goes to the playground.
 */
export function watchForSetupLinks(show: () => void): void {
  const take = (before: string) => {
    const payload = setupInAddress()
    if (payload === null) return
    history.replaceState(history.state, '', location.pathname + location.search + before)
    void withSetups(show, ({ openPayload }) => openPayload(payload))
  }
  take('')
  // In a static copy the fragment was the page's address, and is again.
  addEventListener('hashchange', ({ oldURL }) => take(isStaticCopy ? new URL(oldURL).hash : ''))
}
