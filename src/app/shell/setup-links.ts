import { type ParsedHistoryState, type RouterHistory, createBrowserHistory, parseHref } from '@tanstack/history'
import { createStore } from 'zustand/vanilla'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import type * as OpenedSetups from '#app/features/share/opened-setup.ts'

/** The payload of a setup link (`#s=VERSION.PAYLOAD`); null for any other fragment. */
const setupPayload = (): string | null => new URLSearchParams(location.hash.slice(1)).get('s')

/**
 * A router history in the fragment (`#/models?q=…`), because static hosts only serve files. A setup link isn't a route:
 * the page stays where it is, and `watchForSetupLinks` handles the link.
 */
export function createFragmentHistory(): RouterHistory {
  const browser: { readonly state: ParsedHistoryState | undefined } = window.history
  const parse = (href: string) => parseHref(href, browser.state)
  let current = () => parse('/')
  const history = createBrowserHistory({
    parseLocation: () => (setupPayload() === null ? parse(location.hash.slice(1) || '/') : current()),
    createHref: (href) => `${location.pathname}${location.search}#${href}`,
  })
  current = () => history.location
  return history
}

/** Whether a shared setup or file was opened in this tab. The modules for it are loaded only then. */
export const sharedSetups = createStore(() => ({ received: false }))

let loading: Promise<typeof OpenedSetups> | undefined

/**
 * Runs an action with the module for shared setups once it is loaded. If loading fails, its notice shows the error.
 * `show` navigates to the playground whenever a setup opens.
 */
export async function withSetups(show: () => void, action: (setups: typeof OpenedSetups) => unknown): Promise<void> {
  sharedSetups.setState({ received: true })
  loading ??= import('#app/features/share/opened-setup.ts').then((module) => {
    module.openedSetup.subscribe(({ state }) => state === 'opened' && show())
    return module
  })
  await loading.then(action, () => undefined)
}

/**
 * Opens setup links (`#s=VERSION.PAYLOAD`), on load and whenever one is opened in this tab, and removes them from the
 * URL. `show` navigates to the playground.
 */
export function watchForSetupLinks(show: () => void): void {
  const openLink = (fragment: string) => {
    const payload = setupPayload()
    if (payload === null) return
    history.replaceState(history.state, '', location.pathname + location.search + fragment)
    void withSetups(show, ({ openPayload }) => openPayload(payload))
  }
  openLink('')
  // In a static copy the fragment is the route, so it is restored.
  addEventListener('hashchange', ({ oldURL }) => openLink(isStaticCopy ? new URL(oldURL).hash : ''))
}
